// Two builds of one source: `vite build` makes what browsers load, `vite build --ssr` what the server
// renders pages with.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react({ compiler: true }), tailwindcss(), ...(isSsrBuild ? [] : [precompress()])],
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The server's bundle is one file on purpose: it looks through every screen as it starts.
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
      // Names of shapes are for the OpenAPI document; no page reads them.
      treeshake: { manualPureFunctions: ['nameShapes'] },
      input: isSsrBuild ? 'src/web/entry-server.tsx' : 'src/web/entry-client.tsx',
      ...(!isSsrBuild && { output: { codeSplitting: { groups: CHUNKS } } }),
    },
  },
  // One file with React's production build in it, whatever NODE_ENV the shop runs with.
  ssr: { noExternal: isSsrBuild || undefined },
}));

/**
 * What every page needs goes into few files: small ones compress badly. The libraries apart, because
 * they change more rarely than the shop. What it takes to call the shop is one file that comes later:
 * a page arrives with its data.
 */
const CHUNKS = [
  {
    name: 'libraries',
    // Without what only presses of a button need.
    test: /node_modules\/(?!@tanstack\/.*\/(?:mutationObserver|useMutation)\.)(react|react-dom|scheduler|@tanstack|zustand|seroval|use-sync-external-store)\//,
    priority: 3,
  },
  {
    name: 'parts',
    test: /src\/web\/ui\/(art|badge|button|class-names|icon|input-class|price|select|show-modal|spinner|states|step-by-key|toast|use-hydrated|visually-hidden)\.|src\/web\/catalogue\/(packs-error|potential-hits|use-buy)\.|src\/web\/(api\/(?!request|do|ask-once)|shell\/(?!account-menu))|src\/domain\/(card|money|access)\./,
    priority: 2,
  },
  {
    // Many pages need these and the first does not: one file, as each name of a file costs the first page too.
    name: 'common',
    test: /\/(mutationObserver|useMutation)\.|src\/web\/(api\/(do|ask-once)|ui\/(moments|confirm|field|dialog))\.|src\/domain\/decimals\./,
    priority: 1,
  },
  {
    name: 'calls',
    test: /node_modules\/(ky|zod)\/|src\/web\/api\/request|src\/contract\/(accounts|amounts|card-lists|catalogue|catalogue-suggestions|checkout-trending|endpoint|paging|storefront)\./,
    priority: 1,
    // What it shares with the pages stays with them: nothing of theirs may wait for it.
    includeDependenciesRecursively: false,
  },
];

/** Writes `.br` and `.gz` beside every text file, once, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      const folder = 'dist/client';
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|txt|json)$/.test(name) || name.startsWith('.vite')) continue;
        const path = join(folder, name);
        const content = readFileSync(path);
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
        );
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
