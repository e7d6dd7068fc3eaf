// A tree as shades: the part that is looked at, shades and sizes.

import { describe, expect, it } from 'vitest';
import { difference, mostIn, pannedSpan, shade, WHOLE, zoomedSpan } from '../src/lib/density';

describe('the part of a tree', () => {
  it('zooms about the pointer and stays inside', () => {
    const half = zoomedSpan(WHOLE, 2, 0.5);
    expect(half).toEqual({ from: 0.25, to: 0.75 });
    expect(zoomedSpan(half, 2, 0)).toEqual({ from: 0.25, to: 0.5 });
    expect(zoomedSpan(half, 1 / 4, 0.1)).toEqual(WHOLE);
    const closest = zoomedSpan(WHOLE, 1e12, 0.3);
    expect(closest.to - closest.from).toBeCloseTo(1e-6, 9);
  });

  it('moves to the edges and no farther', () => {
    const half = { from: 0.25, to: 0.75 };
    expect(pannedSpan(half, 0.1)).toEqual({ from: 0.3, to: 0.8 });
    expect(pannedSpan(half, -5)).toEqual({ from: 0, to: 0.5 });
    expect(pannedSpan(half, 5)).toEqual({ from: 0.5, to: 1 });
  });
});

describe('shades', () => {
  it('grow with the logarithm and show a single node', () => {
    expect(shade(0, 100)).toBe(0);
    expect(shade(1, 100_000)).toBeGreaterThan(0.25);
    expect(shade(100_000, 100_000)).toBeCloseTo(1, 9);
    expect(mostIn({ nodes: 3, leaves: 2, cells: [[1, 0], [0, 2]], solutions: [[0, 0], [0, 1]] })).toBe(2);
  });
});

it('says how much larger a tree is', () => {
  expect(difference(2057, 1000)).toBe('2.1 times the smallest');
  expect(difference(50_000, 1000)).toBe('50 times the smallest');
  expect(difference(1200, 1000)).toBe('20 % more than the smallest');
  expect(difference(1001, 1000)).toBe('less than 1 % more than the smallest');
});
