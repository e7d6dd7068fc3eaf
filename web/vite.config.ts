// Builds the page into dist/, from where the server embeds it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds a running `bezzel serve`. */
const server = process.env.BEZZEL_SERVER ?? 'http://127.0.0.1:1848';

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: { target: 'es2022', chunkSizeWarningLimit: 700 },
  server: {
    proxy: {
      '/api': {
        target: server,
        changeOrigin: true,
        // The server refuses foreign origins; in development the page comes from another port.
        headers: { origin: server },
      },
    },
  },
});
