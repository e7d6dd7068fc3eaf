// Files made of what is shown.

/** Offers the browser a file. */
export function save(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Has the browser fetch a file from the server. */
export function fetchFile(address: string | null): void {
  if (!address) return;
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = '';
  anchor.click();
}

export function saveJson(name: string, value: unknown): void {
  save(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json');
}

/** Rows as CSV; a cell with a comma, a quote or a line break is quoted. */
export function csv(rows: (string | number | null | undefined)[][]): string {
  const cell = (value: string | number | null | undefined) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\n') + '\n';
}

export function saveCsv(name: string, rows: (string | number | null | undefined)[][]): void {
  save(name, csv(rows), 'text/csv');
}

const PAINTED = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
  'stroke-opacity', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline',
  'vector-effect', 'display', 'visibility', 'color',
] as const;

/** The drawing as a file of its own: what the page's style sheet says is written into it. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, place) => {
    const style = getComputedStyle(original);
    const written = PAINTED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
    copies[place].setAttribute('style', written);
    copies[place].removeAttribute('class');
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(name: string, svg: SVGSVGElement): void {
  save(name, standalone(svg), 'image/svg+xml');
}

/** The drawing as pixels, twice as fine as on the screen. */
export async function savePng(name: string, svg: SVGSVGElement, scale = 2): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(name, blob, 'image/png'), 'image/png');
}
