// Builds the page into dist/, which the server embeds.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds a running `bezzel serve`. */
const server = process.env.BEZZEL_SERVER ?? 'http://127.0.0.1:1848';

/** Compresses the build once, as well as possible: the server sends the compressed files unchanged. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const file = join(dir!, name);
        const content = readFileSync(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  // One style sheet: a section that is loaded again after a failure must not lack its styles.
  build: { target: 'es2022', cssCodeSplit: false, chunkSizeWarningLimit: 700, license: { fileName: 'licences.txt' } },
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
