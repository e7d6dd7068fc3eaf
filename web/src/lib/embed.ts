// A run as one file that plays it anywhere: no server, no script from elsewhere, made for an <iframe>.

import { apply, copyFrame } from './frame';
import type { TraceEvent, Frame, Square } from './documents';

/** Most steps of one file: some hundred kilobytes. */
export const EMBEDDED = 5_000;

export interface Embedded {
  title: string;
  rows: number;
  columns: number;
  /** The edges between regions as a path; empty on an undivided board. */
  edges: string;
  /** The piece by its name and as a path in a square of side one; pawns with theirs. */
  piece: { name: string; path: string };
  pawns: { squares: Square[]; path: string };
  pseudocode: string[];
  /** The board before the first step, and the steps. */
  before: Frame;
  events: TraceEvent[];
  /** Where it opens. */
  at: number;
  /** Steps of the run before the first one of the file. */
  earlier: number;
  /** Which steps of the run these are, if they are not all. */
  part: string;
}

/** A step as the file keeps it: queens that go, queens that come, line, words. */
type Change = [gone: Square[], come: Square[], line: number, text: string];

export function changes(before: Frame, events: TraceEvent[]): Change[] {
  const frame = copyFrame(before);
  const key = (square: Square) => square.join();
  return events.map((event): Change => {
    const old = frame.queens.slice();
    apply(frame, event.step);
    const [was, is] = [new Set(old.map(key)), new Set(frame.queens.map(key))];
    return [old.filter((square) => !is.has(key(square))), frame.queens.filter((square) => !was.has(key(square))), event.line, event.text];
  });
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The file. */
export function embedPage({ title, rows, columns, edges, piece, pawns, pseudocode, before, events, at, earlier, part }: Embedded): string {
  // `<` could end the script.
  const data = JSON.stringify({ rows, columns, edges, piece, pawns, first: before.queens, steps: changes(before, events), at, earlier }).replace(/</g, '\\u003c');
  const lines = pseudocode.map((line) => `<li><code>${escaped(line)}</code></li>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${part ? `<p id="part">${escaped(part)}</p>\n` : ''}<main>
<svg id="board" role="img"></svg>
<ol id="code" aria-label="Pseudocode">${lines}</ol>
</main>
<p id="says" role="status"></p>
<div class="row">
<button id="back" aria-label="Step back">◂</button>
<button id="play">Play</button>
<button id="on" aria-label="Step forward">▸</button>
<input id="along" type="range" min="0" value="0" aria-label="Step">
<span id="where"></span>
</div>
<script type="application/json" id="run">${data}</script>
<script>${PLAYER}</script>
</body>
</html>
`;
}

/** What to put into another page to show the file. */
export const iframe = (file: string, title: string): string =>
  `<iframe src="${escaped(file)}" title="${escaped(title)}" width="640" height="460" style="border:1px solid #888"></iframe>`;

const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0; padding: 10px; display: flex; flex-direction: column; gap: 6px; height: calc(100vh - 20px); }
h1 { margin: 0; font-size: 1rem; }
main { display: flex; gap: 12px; flex: 1; min-height: 0; }
svg { height: 100%; flex: 0 1 auto; aspect-ratio: 1; min-width: 0; }
.light { fill: #f3efe6; } .dark { fill: #ddd5c5; } .queen { fill: #1c2126; } .pawn { stroke: #1c2126; stroke-width: .03; fill: none; } .edge { stroke: #1c2126; stroke-width: .07; fill: none; stroke-linecap: square; } .new { stroke: #1f5d8f; stroke-width: .08; fill: none; }
ol { flex: 1; margin: 0; padding-left: 0; list-style: none; overflow: auto; font-size: .85rem; }
li { white-space: pre-wrap; padding: 1px 6px; } li.now { background: #1f5d8f; color: #fff; }
p { margin: 0; min-height: 1.4em; } #part { font-size: .85rem; } .row { display: flex; gap: 8px; align-items: center; } input { flex: 1; }
button { font: inherit; min-width: 40px; min-height: 32px; }`;

/** Written as the file needs it: old browsers, no modules. */
const PLAYER = `
(function () {
  var run = JSON.parse(document.getElementById('run').textContent);
  var board = document.getElementById('board'), along = document.getElementById('along');
  var at = 0, queens = new Map(), timer = null;
  var key = function (square) { return square[0] + ',' + square[1]; };
  board.setAttribute('viewBox', '0 0 ' + run.columns + ' ' + run.rows);
  along.max = run.steps.length;
  function start() { queens = new Map(run.first.map(function (q) { return [key(q), q]; })); at = 0; }
  function step() {
    var change = run.steps[at];
    change[0].forEach(function (q) { queens.delete(key(q)); });
    change[1].forEach(function (q) { queens.set(key(q), q); });
    at += 1;
  }
  function to(place) {
    place = Math.max(0, Math.min(run.steps.length, place));
    if (place < at) start();
    while (at < place) step();
    draw();
  }
  function shape(name, values) {
    var made = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.keys(values).forEach(function (word) { made.setAttribute(word, values[word]); });
    return made;
  }
  function draw() {
    var last = at ? run.steps[at - 1] : null, parts = [];
    for (var r = 0; r < run.rows; r += 1) for (var c = 0; c < run.columns; c += 1) {
      parts.push(shape('rect', { x: c, y: r, width: 1, height: 1, 'class': (r + c) % 2 ? 'dark' : 'light' }));
    }
    parts.push(shape('path', { 'class': 'edge', d: run.edges }));
    function put(name, path) { return function (q) { parts.push(shape('path', { 'class': name, d: path, transform: 'translate(' + q[1] + ' ' + q[0] + ')' })); }; }
    run.pawns.squares.forEach(put('pawn', run.pawns.path));
    queens.forEach(put('queen', run.piece.path));
    (last ? last[1] : []).forEach(function (q) { parts.push(shape('rect', { 'class': 'new', x: q[1] + .06, y: q[0] + .06, width: .88, height: .88 })); });
    board.replaceChildren.apply(board, parts);
    board.setAttribute('aria-label', 'board, ' + queens.size + ' ' + run.piece.name + 's: ' + Array.from(queens.values()).map(function (q) { return 'row ' + q[0] + ' column ' + q[1]; }).join(', '));
    document.getElementById('says').textContent = last ? last[3] : run.earlier ? 'The board where this part begins.' : 'The board before the first step.';
    document.getElementById('where').textContent = (run.earlier + at) + ' of ' + (run.earlier + run.steps.length);
    along.value = at;
    Array.from(document.querySelectorAll('li')).forEach(function (line, place) { line.className = last && place + 1 === last[2] ? 'now' : ''; });
  }
  function play(go) {
    clearInterval(timer);
    timer = go && at < run.steps.length ? setInterval(function () { to(at + 1); if (at >= run.steps.length) play(false); }, 400) : null;
    document.getElementById('play').textContent = timer ? 'Pause' : 'Play';
  }
  document.getElementById('back').onclick = function () { play(false); to(at - 1); };
  document.getElementById('on').onclick = function () { play(false); to(at + 1); };
  document.getElementById('play').onclick = function () { play(!timer); };
  along.oninput = function () { play(false); to(Number(along.value)); };
  start();
  to(run.at);
})();`;
