// Zoom and pan of a drawing larger than its window.

/** Where a point of the drawing is on the screen: x · k + left, y · k + top. */
export interface Camera {
  left: number;
  top: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Limits of the zoom. */
const [LEAST, MOST] = [0.02, 3];

/** All of the drawing in the window, never larger than it was drawn. */
export function fit(drawing: Size, window: Size): Camera {
  const k = Math.max(LEAST, Math.min(1, window.width / drawing.width, window.height / drawing.height));
  return { k, left: Math.max(0, (window.width - drawing.width * k) / 2), top: 0 };
}

/** Closer or farther by a factor; the point under the pointer stays where it is. */
export function zoomed({ left, top, k }: Camera, factor: number, x: number, y: number): Camera {
  const next = Math.max(LEAST, Math.min(MOST, k * factor));
  return { k: next, left: x - ((x - left) / k) * next, top: y - ((y - top) / k) * next };
}

export const panned = (camera: Camera, right: number, down: number): Camera => ({ ...camera, left: camera.left + right, top: camera.top + down });

/** The camera moved just far enough that a point is in the window, with some room around it. */
export function showing(camera: Camera, x: number, y: number, window: Size, room = 40): Camera {
  const shift = (at: number, side: number) => (at < room ? room - at : at > side - room ? side - room - at : 0);
  return panned(camera, shift(x * camera.k + camera.left, window.width), shift(y * camera.k + camera.top, window.height));
}

/** The point of the drawing under a point of the screen. */
export const under = ({ left, top, k }: Camera, x: number, y: number): [number, number] => [(x - left) / k, (y - top) / k];
