// How often squares are used, made ready to be drawn.

/** Shares of the square that is used most, row by row. */
export function asWeights(squares: number[][]): number[] {
  const most = Math.max(1, ...squares.flat());
  return squares.flat().map((used) => used / most);
}

/** The places along the main diagonal from 0 to 1, each with its density: 1 where all squares are used alike. */
export function profile(squares: number[][]): [number, number][] {
  const n = squares.length;
  const solutions = squares[0]?.reduce((sum, used) => sum + used, 0) ?? 0;
  if (!solutions) return [];
  return squares.map((line, place): [number, number] => [(place + 0.5) / n, (line[place] * n) / solutions]);
}
