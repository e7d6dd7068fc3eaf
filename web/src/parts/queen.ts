// The queen, drawn in a square of side one: a crown of five points on a band.

const tips = [
  [0.16, 0.36],
  [0.33, 0.25],
  [0.5, 0.2],
  [0.67, 0.25],
  [0.84, 0.36],
];

const ball = ([x, y]: number[]) => `M${x - 0.05} ${y}a.05 .05 0 1 0 .1 0a.05 .05 0 1 0-.1 0z`;

export const queenPath =
  'M.25 .68L.16 .38L.35 .55L.33 .28L.455 .52L.5 .22L.545 .52L.67 .28L.65 .55L.84 .38L.75 .68z' +
  'M.25 .72H.75L.78 .83H.22z' +
  tips.map(ball).join('');
