// The programs shown beside the pseudocode are compiled, run and compared with the known totals.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LANGUAGES, program } from '../src/lib/code';

const CODE = new URL('../src/code/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'bezzel-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = readdirSync(CODE);
const algorithms = [...new Set(files.map((file) => file.replace(/\.\w+$/, '')))].sort();
/** Programs that draw random numbers until they have one solution, which they print; the others print how many there are. */
const ONE = ['ant-colony', 'genetic', 'iterative-repair', 'las-vegas', 'las-vegas-backtracking', 'min-conflicts', 'qs1', 'qs2', 'qs3', 'qs4', 'quantum-differential-evolution', 'simulated-annealing', 'takefuji'];
/** Of these, the ones for large boards, where they place most queens before they begin to swap. */
const LARGE = ['qs2', 'qs3', 'qs4'];
/** Programs that need no random numbers for one: most construct it, and the side decides how. */
const CONSTRUCTIONS = ['abramson-yung', 'bernhardsson', 'erbas-tanik', 'falkowski-schmitz', 'hoffman-loessi-moore', 'magic-square', 'nondeterministic', 'pauls', 'reichling'];
/** The sides that a construction can do, of those tried; the others do every side from 4 on. */
const CAN: Record<string, (n: number) => boolean> = {
  'abramson-yung': (n) => ![2, 3, 8, 9, 14, 15, 26, 27].includes(n),
  'magic-square': (n) => n % 2 > 0 && n % 3 > 0,
};
const isSolvable = (n: number) => n !== 2 && n !== 3;
/** Larger boards take such programs too long. */
const LARGEST: Record<string, number> = { 'brute-force': 5, 'trial-and-error': 6 };
const FUNDAMENTAL = ['generate-and-test', 'naur', 'topor'];
/** Sets of n solutions that fill a stack, as the paper on stacks finds them. */
const STACKS: Record<number, number> = { 1: 1, 3: 0, 4: 0, 5: 2, 6: 0, 7: 4, 8: 0 };

type Sequence = { offset: number; terms: number[] };
const known = JSON.parse(readFileSync(new URL('../../data/known-sequences.json', import.meta.url), 'utf8')) as { A000170: Sequence; A002562: Sequence };

/** All programs in Rust as one, which is compiled in a tenth of the time: the name it is called by says which one runs. */
function compileRust(): string {
  const names = files.filter((file) => file.endsWith('.rs')).map((file) => file.replace('.rs', ''));
  const word = (name: string) => name.replace(/-/g, '_');
  for (const name of names) writeFileSync(join(folder, `${word(name)}.rs`), readFileSync(join(CODE, `${name}.rs`), 'utf8').replace('\nfn main()', '\npub fn main()'));
  const arms = names.map((name) => `        "${name}" => ${word(name)}::main(),`);
  const source = `${names.map((name) => `mod ${word(name)};`).join('\n')}\n\nfn main() {\n    let name = std::env::args().next().unwrap_or_default();\n    match name.rsplit('/').next().unwrap_or_default() {\n${arms.join('\n')}\n        _ => std::process::exit(2),\n    }\n}\n`;
  writeFileSync(join(folder, 'queens.rs'), source);
  execFileSync('rustc', ['--edition', '2021', '-D', 'warnings', '-C', 'opt-level=1', join(folder, 'queens.rs'), '-o', join(folder, 'queens')]);
  return join(folder, 'queens');
}
let rust: string | null = null;

/** The command that runs a program, compiled where it has to be. */
function command(file: string): [string, string[]] {
  const [source, out] = [join(CODE, file), join(folder, file.replace(/\.\w+$/, ''))];
  if (file.endsWith('.py')) return ['python3', ['-S', '-E', source]]; // without looking for installed packages
  if (file.endsWith('.rs')) {
    rust ??= compileRust();
    symlinkSync(rust, out);
    return [out, []];
  }
  execFileSync(process.env.CC ?? 'cc', ['-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', source, '-o', `${out}-c`, '-lm']);
  return [`${out}-c`, []];
}

/** Whether these are the columns of n queens that do not attack each other, on the torus if asked. */
function isSolution(columns: number[], n: number, torus = false): boolean {
  const line = (value: number) => (torus ? (value + n) % n : value);
  const differ = (values: number[]) => new Set(values).size === n;
  return columns.length === n && columns.every((c) => c >= 0 && c < n) && differ(columns) && differ(columns.map((c, r) => line(r - c))) && differ(columns.map((c, r) => line(r + c)));
}

type Run = (...words: (string | number)[]) => string;
const expectSolution = (said: string, n: number, torus = false) => expect(isSolution(said.split(' ').map(Number), n, torus), `${n}: ${said}`).toBe(true);

/** Runs a program that prints one solution. */
function checkOne(algorithm: string, run: Run) {
  for (const n of [1, 4, 8, 12, ...(LARGE.includes(algorithm) ? [60] : [])]) expectSolution(run(n), n);
  for (const n of [2, 3]) expect(run(n)).toBe('no solution');
  expect(run(12, 7)).not.toBe(run(12, 1));
  if (algorithm === 'iterative-repair') {
    for (const n of [5, 7, 11, 13]) expectSolution(run(n, 1, 'torus'), n, true);
    for (const n of [4, 6, 9]) expect(run(n, 1, 'torus')).toBe('no solution');
  }
}

/** Runs a program that constructs a solution. */
function checkConstruction(algorithm: string, run: Run) {
  const can = CAN[algorithm] ?? isSolvable;
  const sides = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, ...(algorithm in CAN ? [20, 21, 25, 26, 27, 32, 33] : [])];
  for (const n of sides) {
    if (can(n)) expectSolution(run(n), n);
    else expect(run(n)).toMatch(/^no solution/);
  }
  if (algorithm === 'magic-square') {
    const blocks = Array.from({ length: 7 }, (_, block) => run(7, block));
    expect(new Set(blocks).size).toBe(7); // together they cover the square
    for (const block of blocks) expectSolution(block, 7, true);
  }
}

/** Runs a program that counts. */
function checkTotal(algorithm: string, run: Run) {
  const { terms, offset } = FUNDAMENTAL.includes(algorithm) ? known.A002562 : known.A000170;
  const total = (n: number) => (algorithm === 'double-backtracking' ? STACKS[n] : terms[n - offset]);
  for (const n of [1, 3, 4, 5, 6, 7, 8].filter((side) => side <= (LARGEST[algorithm] ?? 8))) expect(run(n), `${n}`).toBe(String(total(n)));
}

describe.each(files)('%s', (file) => {
  const algorithm = file.replace(/\.\w+$/, '');

  it('gives the right answers', { timeout: 180_000 }, () => {
    const [name, args] = command(file);
    const run: Run = (...words) => execFileSync(name, [...args, ...words.map(String)], { encoding: 'utf8' }).trim();
    if (ONE.includes(algorithm)) checkOne(algorithm, run);
    else if (CONSTRUCTIONS.includes(algorithm)) checkConstruction(algorithm, run);
    else checkTotal(algorithm, run);
  });
});

/** The files of algorithms in a folder of the library, by name. */
const written = (folder: string) =>
  readdirSync(new URL(`../../crates/bezzel-search/src/${folder}`, import.meta.url))
    .filter((file) => file !== 'mod.rs')
    .map((file) => file.replace('.rs', '').replace(/_/g, '-'));

describe('programs', () => {
  it('are there for every algorithm in every language, and are what the page shows', async () => {
    expect(algorithms).toEqual([...written('algorithms'), ...written('stacks')].sort());
    for (const algorithm of algorithms) {
      for (const language of LANGUAGES) expect(await program(algorithm, language), `${algorithm} in ${language}`).toMatch(/N queens|N boards/);
    }
    expect(await program('guesswork', 'C')).toBeNull();
  });
});
