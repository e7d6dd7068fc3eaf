// Tests of the page in a real Chromium against a real server; with SPEED set, measurements of its speed instead.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [process.env.SPEED ? 'e2e/speed.bench.ts' : 'e2e/**/*.test.ts'],
    environment: 'node',
    // A browser waits much of the time: two files side by side. Measurements have the machine to themselves.
    fileParallelism: !process.env.SPEED,
    maxWorkers: 2,
    // The files of a worker share its browser.
    isolate: false,
    // A busy machine may be ten times slower: the limits are only for tests that hang.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // As in tests/run: what passes only the second time is named "(retry x1)" and has to be mended.
    retry: process.env.SPEED ? 0 : 1,
    // tests/run names the slowest tests.
    reporters: ['default', ['json', { outputFile: '../target/browser-tests.json' }]],
    expect: { poll: { interval: 30, timeout: 150_000 } },
  },
});
