// Numbers and times as text.

/** A whole number of any size with thin spaces between thousands. */
export function grouped(value: string | number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** A number with its word: `1 node`, `2 nodes`. */
export function counted(number: string | number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${String(number) === '1' ? one : many}`;
}

/** A duration, with as many parts as are useful. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(seconds < 0.01 ? 2 : 0)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${grouped(Math.floor(hours / 24))} days`;
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1e6) return `${(size / 1e3).toFixed(1)} kB`;
  return `${(size / 1e6).toFixed(1)} MB`;
}

/** A rate with a unit prefix. */
export function rate(perSecond: number): string {
  if (perSecond >= 1e9) return `${(perSecond / 1e9).toFixed(1)} G/s`;
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(1)} M/s`;
  if (perSecond >= 1e3) return `${(perSecond / 1e3).toFixed(1)} k/s`;
  return `${perSecond.toFixed(1)}/s`;
}
