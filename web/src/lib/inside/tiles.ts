// How Abramson and Yung divide a board: the lines between its tiles, and the numbers A, B and C.

export interface Tiles {
  /** What is built, in words. */
  text: string;
  /** Where tiles end, from 0 to n, in rows and columns alike. */
  cuts: number[];
}

const hasWalk = (side: number) => side % 2 === 1 && side % 3 !== 0;

/** The tiles of a part of the construction, or null where it does not exist for this side. */
export function tiles(n: number, part: string): Tiles | null {
  if (part === 'general') return general(n);
  if (!hasWalk(n)) return null;
  const a = part === 'knight-walk' ? null : divisor(n);
  if (!a) return { text: `One knight's walk of side ${n}: column 2i mod ${n} in row i.`, cuts: [0, n] };
  return { text: `${n} = A · B with A = ${a} and B = ${n / a}: a tile of side ${n / a} wherever a solution of side ${a} has a queen.`, cuts: every(0, n / a, a) };
}

function general(n: number): Tiles | null {
  const odd = n % 2 ? n : n + 1;
  const dropped = odd - n;
  const also = dropped ? ` Side ${odd} is built; its row 0 and column 0, with the queen in the corner, are dropped.` : '';
  if (hasWalk(odd)) return { text: `One knight's walk of side ${odd}: column 2i mod ${odd} in row i.${also}`, cuts: [0, n] };
  const parts = divide(odd);
  if (!parts) return null;
  const { a, b, c } = parts;
  const cuts = [0, ...every(c - dropped, b, a - 1)];
  return {
    text: `${odd} = B · (A − 1) + C with A = ${a}, B = ${b}, C = ${c}: tiles of side ${b}, the one in the corner cut down to side ${c}.${also}`,
    cuts: [...new Set(cuts)],
  };
}

/** A, B, C without divisor 2 or 3 such that n = B (A − 1) + C and C ≤ B, the first A that has them. */
export function divide(n: number): { a: number; b: number; c: number } | null {
  for (let a = 5; a <= n; a += 1) {
    if (!hasWalk(a)) continue;
    for (let b = Math.ceil(n / a); b <= Math.floor((n - 1) / (a - 1)); b += 1) {
      const c = n - b * (a - 1);
      if (hasWalk(b) && hasWalk(c)) return { a, b, c };
    }
  }
  return null;
}

const every = (from: number, step: number, times: number) => Array.from({ length: times + 1 }, (_, i) => from + i * step);

/** The smallest proper divisor, or null. */
function divisor(n: number): number | null {
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return d;
  return null;
}
