// Steps through a recorded run: board, pseudocode and counters, forwards and backwards.

const SVG = "http://www.w3.org/2000/svg";

function add(parent, name, attributes = {}, text = "") {
  const node = document.createElementNS(parent.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return parent.appendChild(node);
}

function board(parent, rows, columns) {
  const svg = parent.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  svg.setAttribute("width", Math.min(360, 44 * columns));
  svg.setAttribute("role", "img");
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const fill = (row + column) % 2 ? "#b58863" : "#f0d9b5";
      add(svg, "rect", { x: column, y: row, width: 1, height: 1, fill });
    }
  }
  const queens = add(svg, "g", { "font-size": 0.9, "text-anchor": "middle" });
  return (squares) => {
    queens.replaceChildren();
    for (const [row, column] of squares) add(queens, "text", { x: column + 0.5, y: row + 0.82 }, "♛");
    svg.setAttribute("aria-label", `queens on ${squares.map((square) => square.join(",")).join(" ")}`);
  };
}

/** Shows a run in an element, reports every move, and returns a function that goes to a step. */
export function player(element, run, start = 0, moved = () => {}) {
  element.replaceChildren();
  const root = add(element, "div", { class: "bezzel-player", tabindex: 0 });
  root.style.cssText = "display:flex;gap:1.5em;flex-wrap:wrap;font-family:sans-serif";
  const left = add(root, "div");
  const queens = board(left, run.rows, run.columns);
  const controls = add(left, "div");
  const button = (text, name) => add(controls, "button", { type: "button", "aria-label": name }, text);
  const first = button("⏮", "to the beginning");
  const back = button("◀", "one step back");
  const play = button("⏵", "play");
  const forward = button("▶", "one step forward");
  const last = button("⏭", "to the end");
  const slider = add(left, "input", { type: "range", min: 0, max: run.steps.length, value: 0 });
  slider.setAttribute("aria-label", "step");
  slider.style.width = "100%";
  const place = add(left, "div", { "aria-live": "polite" });
  const right = add(root, "div");
  add(right, "b", {}, run.title);
  const code = add(right, "pre");
  const lines = run.pseudocode.map((line) => add(code, "div", {}, line || " "));
  const counters = add(right, "div", { class: "bezzel-counters" });

  let at = 0;
  let timer;
  const go = (step) => {
    at = Math.min(Math.max(step, 0), run.steps.length);
    const now = at ? run.steps[at - 1] : { line: 0, text: "the empty board", queens: run.before, counts: {} };
    queens(now.queens);
    lines.forEach((line, index) => {
      const isHere = index + 1 === now.line;
      line.style.cssText = isHere ? "font-weight:bold;background:#ffe9a8;color:#000" : "";
      line.toggleAttribute("aria-current", isHere);
    });
    place.textContent = `${at} of ${run.steps.length}: ${now.text}`;
    counters.textContent = Object.entries(now.counts)
      .filter(([, number]) => number)
      .map(([name, number]) => `${name.replace("_", " ")} ${number}`)
      .join(" · ");
    slider.value = at;
    moved(at);
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "⏵";
  };
  const runOrStop = () => {
    if (timer) return stop();
    play.textContent = "⏸";
    timer = setInterval(() => (at < run.steps.length && root.isConnected ? go(at + 1) : stop()), 400);
  };
  first.onclick = () => go(0);
  back.onclick = () => go(at - 1);
  play.onclick = runOrStop;
  forward.onclick = () => go(at + 1);
  last.onclick = () => go(run.steps.length);
  slider.oninput = () => go(Number(slider.value));
  root.onkeydown = (event) => {
    if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "ArrowLeft") go(at - 1);
    else return;
    event.preventDefault();
  };
  go(start);
  return go;
}

export default {
  render({ model, el }) {
    // The model learns where the player is, so that other cells can ask.
    const moved = (step) => {
      if (step === model.get("step")) return;
      model.set("step", step);
      model.save_changes();
    };
    const go = player(el, model.get("run"), model.get("step"), moved);
    model.on("change:step", () => go(model.get("step")));
  },
};
