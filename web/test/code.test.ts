// The programs shown beside the pseudocode are compiled, run and compared with the known totals.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
const ONE = ['min-conflicts', 'las-vegas', 'bernhardsson'];

const known = JSON.parse(readFileSync(new URL('../../data/known-sequences.json', import.meta.url), 'utf8')) as {
  A000170: { offset: number; terms: number[] };
};
const totals = known.A000170;

/** The command that runs a program, compiled where it has to be. */
function command(file: string): [string, string[]] {
  const [source, out] = [join(CODE, file), join(folder, file.replace('.', '-'))];
  if (file.endsWith('.py')) return ['python3', [source]];
  if (file.endsWith('.c')) execFileSync(process.env.CC ?? 'cc', ['-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', source, '-o', out]);
  else execFileSync('rustc', ['--edition', '2021', '-D', 'warnings', '--crate-name', 'queens', source, '-o', out]);
  return [out, []];
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
    if (ONE.includes(algorithm)) {
      for (const n of [1, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 20]) {
        const columns = run(n).split(' ').map(Number);
        expect(isSolution(columns, n), `${n}: ${columns.join(' ')}`).toBe(true);
      }
      expect(run(2)).toBe('no solution');
      expect(run(3)).toBe('no solution');
      if (algorithm !== 'bernhardsson') expect(run(12, 7)).not.toBe(run(12, 1));
    } else {
      for (let n = 1; n <= 8; n += 1) expect(run(n), `${n}`).toBe(String(totals.terms[n - totals.offset]));
    }
  });
});

describe('programs', () => {
  it('come in every language, and are what the page shows', async () => {
    expect(algorithms.length).toBeGreaterThanOrEqual(8);
    for (const algorithm of algorithms) {
      expect(hasCode(algorithm)).toBe(true);
      for (const language of LANGUAGES) expect(await program(algorithm, language), `${algorithm} in ${language}`).toContain('N queens');
    }
    expect(hasCode('nilsson')).toBe(false);
    expect(await program('nilsson', 'C')).toBeNull();
  });
});
