// The programs shown beside the pseudocode are compiled, run and compared with the known totals.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasCode, LANGUAGES, program } from '../src/lib/code';

const CODE = new URL('../src/code/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'bezzel-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = readdirSync(CODE);
const algorithms = [...new Set(files.map((file) => file.replace(/\.\w+$/, '')))];
/** Programs that print one solution; the others print how many there are. */
const ONE = ['genetic', 'min-conflicts', 'las-vegas', 'las-vegas-backtracking', 'qs1', 'qs4', 'simulated-annealing'];
/** Programs that need no random numbers for one: most construct it, and the side decides how. */
const CONSTRUCTIONS = ['bernhardsson', 'erbas-tanik', 'falkowski-schmitz', 'hoffman-loessi-moore', 'nondeterministic', 'pauls', 'reichling'];
/** Larger boards take such programs too long. */
const LARGEST: Record<string, number> = { 'brute-force': 5, 'trial-and-error': 6 };
const FUNDAMENTAL = ['generate-and-test'];

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

/** Whether these are the columns of n queens that do not attack each other. */
function isSolution(columns: number[], n: number): boolean {
  const differ = (values: number[]) => new Set(values).size === n;
  return columns.length === n && columns.every((c) => c >= 0 && c < n) && differ(columns) && differ(columns.map((c, r) => r - c)) && differ(columns.map((c, r) => r + c));
}

describe.each(files)('%s', (file) => {
  const algorithm = file.replace(/\.\w+$/, '');

  it('gives the right answers', { timeout: 180_000 }, () => {
    const [name, args] = command(file);
    const run = (...words: (string | number)[]) => execFileSync(name, [...args, ...words.map(String)], { encoding: 'utf8' }).trim();
    const isConstruction = CONSTRUCTIONS.includes(algorithm);
    if (ONE.includes(algorithm) || isConstruction) {
      for (const n of isConstruction ? [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15] : [1, 4, 8, 12]) {
        const columns = run(n).split(' ').map(Number);
        expect(isSolution(columns, n), `${n}: ${columns.join(' ')}`).toBe(true);
      }
      expect(run(2)).toBe('no solution');
      expect(run(3)).toBe('no solution');
      if (!isConstruction) expect(run(12, 7)).not.toBe(run(12, 1));
    } else {
      const { terms, offset } = FUNDAMENTAL.includes(algorithm) ? known.A002562 : known.A000170;
      for (const n of [1, 3, 4, 5, 6, 8].filter((side) => side <= (LARGEST[algorithm] ?? 8))) expect(run(n), `${n}`).toBe(String(terms[n - offset]));
    }
  });
});

describe('programs', () => {
  it('come in every language, and are what the page shows', async () => {
    expect(algorithms.length).toBeGreaterThanOrEqual(31);
    for (const algorithm of algorithms) {
      expect(hasCode(algorithm)).toBe(true);
      for (const language of LANGUAGES) expect(await program(algorithm, language), `${algorithm} in ${language}`).toContain('N queens');
    }
    expect(hasCode('takefuji')).toBe(false);
    expect(await program('takefuji', 'C')).toBeNull();
  });
});
