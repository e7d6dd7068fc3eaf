// The weights of squares as shares of the largest: trails of ants, potentials of neurons.

/** Weights from 0 to 1: trails by their own scale, potentials, which may be below 0, from the least to the largest of each row. */
export function share(weights: number[], columns: number): number[] {
  if (!weights.some((weight) => weight < 0)) {
    const most = Math.max(1, ...weights);
    return weights.map((weight) => weight / most);
  }
  return Array.from({ length: Math.ceil(weights.length / columns) }, (_, row) => weights.slice(row * columns, (row + 1) * columns)).flatMap((row) => {
    const [least, most] = [Math.min(...row), Math.max(...row)];
    return row.map((weight) => (most === least ? 0.5 : (weight - least) / (most - least)));
  });
}
