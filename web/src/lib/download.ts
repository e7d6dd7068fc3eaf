// Files made from what is shown.

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

/** The drawing as a standalone file: the styles of the page are written into it. */
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

/** The drawing as pixels, at twice the resolution of the screen. */
export function savePng(name: string, svg: SVGSVGElement): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  return savePixels(name, standalone(svg), width, height);
}

/** The drawing as a picture in the clipboard; whether the browser allowed it. */
export async function copyPng(svg: SVGSVGElement): Promise<boolean> {
  const { width, height } = svg.getBoundingClientRect();
  const blob = await pixels(standalone(svg), width, height);
  if (!blob) return false;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return true;
  } catch {
    return false;
  }
}

/** An SVG file as pixels. The default size is its own. */
export async function savePixels(name: string, text: string, width = 0, height = 0, scale = 2): Promise<void> {
  const blob = await pixels(text, width, height, scale);
  if (blob) save(name, blob, 'image/png');
}

async function pixels(text: string, width: number, height: number, scale = 2): Promise<Blob | null> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((width || picture.naturalWidth) * scale);
  canvas.height = Math.round((height || picture.naturalHeight) * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

export interface Captioned {
  svg: SVGSVGElement;
  caption: string;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Words in lines of at most this many letters; a longer word gets its own line. */
function wrapped(text: string, letters: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (!line) lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= letters) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Several drawings on one sheet, four in a row, each under its caption. */
export function sheetOf(drawings: { text: string; caption: string; width: number; height: number }[], ink: string, paper: string): string {
  const [GAP, LINE, LETTER] = [16, 16, 7];
  const across = Math.min(4, drawings.length);
  const wide = Math.max(...drawings.map((one) => one.width));
  const high = Math.max(...drawings.map((one) => one.height));
  const captions = drawings.map((one) => wrapped(one.caption, Math.floor(wide / LETTER)));
  const head = LINE * Math.max(...captions.map((lines) => lines.length)) + 6;
  const width = GAP + across * (wide + GAP);
  const height = GAP + Math.ceil(drawings.length / across) * (high + head + GAP);
  const placed = drawings.map((one, place) => {
    const [x, y] = [GAP + (place % across) * (wide + GAP), GAP + Math.floor(place / across) * (high + head + GAP)];
    const lines = captions[place].map((line, number) => `<tspan x="${x}" y="${y + 13 + number * LINE}">${escaped(line)}</tspan>`);
    return `<text font-family="sans-serif" font-size="13" fill="${ink}">${lines.join('')}</text><g transform="translate(${x} ${y + head})">${one.text}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${placed.join('')}</svg>`;
}

/** Several drawings as one file, SVG or PNG by its name. */
export async function saveSheet(name: string, drawings: Captioned[]): Promise<void> {
  if (!drawings.length) return;
  const { color, backgroundColor } = getComputedStyle(document.body);
  const parts = drawings.map(({ svg, caption }) => {
    const { width, height } = svg.getBoundingClientRect();
    return { text: standalone(svg), caption, width: Math.round(width), height: Math.round(height) };
  });
  const sheet = sheetOf(parts, color, backgroundColor);
  if (name.endsWith('.png')) await savePixels(name, sheet);
  else save(name, sheet, 'image/svg+xml');
}
