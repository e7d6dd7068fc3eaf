// Tests of state and geometry without a browser.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // A busy machine may be ten times slower: the limit only ends what hangs.
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    // tests/run names the slowest tests.
    reporters: ['default', ['json', { outputFile: '../target/page-tests.json' }]],
  },
});
