// Tests of the page in a real Chromium against a real server; with SPEED set, how fast it is instead.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [process.env.SPEED ? 'e2e/speed.bench.ts' : 'e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // A machine busy with other things may be ten times slower: limits only end what hangs.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 30, timeout: 60_000 } },
  },
});
