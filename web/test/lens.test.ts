// Zoom on a large board.

import { expect, it } from 'vitest';
import { movedLens, PLAIN, viewBox, zoomedLens } from '../src/lib/lens';

const box = { left: -1, top: -1, width: 102, height: 102 };

it('keeps the point under the pointer in its place', () => {
  const lens = zoomedLens(PLAIN, 2, { x: 50, y: 20 }, box);
  expect(lens.k).toBe(2);
  // Before, the point was half-way across and at (20 + 1) / 102 of the height.
  expect((50 - lens.x) / (box.width / 2)).toBeCloseTo(51 / 102, 9);
  expect((20 - lens.y) / (box.height / 2)).toBeCloseTo(21 / 102, 9);
});

it('never shows what is beyond the board, and ends as it began', () => {
  const lens = zoomedLens(PLAIN, 4, { x: 99, y: 99 }, box);
  expect(movedLens(lens, -1000, -1000, box)).toEqual({ x: 101 - 102 / 4, y: 101 - 102 / 4, k: 4 });
  expect(movedLens(lens, 1000, 1000, box)).toEqual({ x: -1, y: -1, k: 4 });
  expect(zoomedLens(lens, 0.1, { x: 50, y: 50 }, box)).toEqual(PLAIN);
  expect(zoomedLens(PLAIN, 1e9, { x: 0, y: 0 }, box).k).toBe(25.5);
  expect(viewBox(PLAIN, box)).toBe('-1 -1 102 102');
});
