// Tests of the page in a real Chromium against a real server; with SPEED set, measurements of its speed instead.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [process.env.SPEED ? 'e2e/speed.bench.ts' : 'e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // A busy machine may be ten times slower: the limits are only for tests that hang.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 30, timeout: 60_000 } },
  },
});
