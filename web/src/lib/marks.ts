// How curves are distinguished: colour, dash and the shape of points.

/** Okabe and Ito's colours in pairs that work on light and dark backgrounds. */
export const INKS: [light: string, dark: string][] = [
  ['#0072b2', '#56b4e9'],
  ['#a8410a', '#e69f00'],
  ['#00694c', '#40c79a'],
  ['#8a3f6d', '#e39ac9'],
  ['#5b5b00', '#f0e442'],
  ['#3b3b3b', '#dddddd'],
];

const DASHES: number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [14, 4], [4, 2]];

export const ink = (place: number, dark: boolean): string => INKS[place % INKS.length][dark ? 1 : 0];
export const dash = (place: number): number[] => DASHES[place % DASHES.length];
