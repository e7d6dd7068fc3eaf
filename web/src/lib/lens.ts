// Zoom on a board: the part of it that fills the window.

/** The top left corner of the part, in squares, and how many times larger it is drawn. */
export interface Lens {
  x: number;
  y: number;
  k: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const PLAIN: Lens = { x: 0, y: 0, k: 1 };

/** Closer than this, a square fills the window. */
const most = (box: Box) => Math.max(1, Math.min(box.width, box.height) / 4);

/** The lens moved so that it shows nothing beyond the board. */
function inside({ x, y, k }: Lens, box: Box): Lens {
  const clamp = (at: number, start: number, side: number) => Math.max(start, Math.min(start + side - side / k, at));
  return { x: clamp(x, box.left, box.width), y: clamp(y, box.top, box.height), k };
}

/** Closer or farther by a factor; the point (in squares) stays where it is. */
export function zoomedLens(lens: Lens, factor: number, at: { x: number; y: number }, box: Box): Lens {
  const k = Math.max(1, Math.min(most(box), lens.k * factor));
  const from = lens.k === 1 ? { x: box.left, y: box.top } : lens;
  const keep = (point: number, start: number) => point - ((point - start) * lens.k) / k;
  return k === 1 ? PLAIN : inside({ x: keep(at.x, from.x), y: keep(at.y, from.y), k }, box);
}

/** Moved by this many squares. */
export function movedLens(lens: Lens, right: number, down: number, box: Box): Lens {
  return lens.k === 1 ? lens : inside({ ...lens, x: lens.x - right, y: lens.y - down }, box);
}

/** What the drawing shows, as its viewBox says it. */
export function viewBox(lens: Lens, box: Box): string {
  if (lens.k === 1) return `${box.left} ${box.top} ${box.width} ${box.height}`;
  return `${lens.x} ${lens.y} ${box.width / lens.k} ${box.height / lens.k}`;
}
