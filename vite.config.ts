// Two builds of one source: `vite build` makes what browsers load, `vite build --ssr` what the server
// renders pages with.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ command, isSsrBuild = false }) => ({
  resolve: {
    // React has had the hook itself since 18: without what stands in for it in older ones.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
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
      ...(!isSsrBuild && { output: { ...NAMES, codeSplitting: { groups: CHUNKS } } }),
    },
  },
  // With React's production build in it, whatever NODE_ENV the shop runs with.
  ssr: { noExternal: isSsrBuild || undefined },
  define: {
    __VERIFIER_SHA256__: JSON.stringify(command === 'build' ? verifierHash() : ''),
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
}));

/** The first page names every file that may come after it: what tells their versions apart is as short as it may be. */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
};

/**
 * What every page needs goes into few files: small ones compress badly, and the first page names every file that may
 * come after it. The libraries apart, because they change more rarely than the shop. What it takes to call the shop
 * is one file that comes later: a page arrives with its data.
 */
const CHUNKS = [
  {
    name: 'libraries',
    // Without what only presses of a button need.
    test: /node_modules\/(?!@tanstack\/.*\/(?:mutationObserver|useMutation)\.)(react|react-dom|scheduler|@tanstack|zustand|seroval|use-sync-external-store)\//,
    priority: 3,
  },
  {
    // The entry with all that it imports, and what most of the public pages need besides.
    name: 'entry',
    test: /src\/web\/(entry-client|ui\/(art|badge|day-in-utc|price|states|step-by-key)|catalogue\/(packs-error|potential-hits|use-buy))\./,
    priority: 2,
  },
  {
    // What the page of a pack shares with the later ones: it would else wait for all that those share.
    name: 'packs',
    test: /src\/web\/(ui\/(stepper|toast)|api\/cart|catalogue\/(before-you-buy|cost-line|facts-panel|pack-promises))\.|src\/domain\/(pack-promises|pricing|purchase|seal|tax-lines|tax-quote)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // What the pages of cards share with later ones, for the same reason.
    name: 'cards',
    test: /src\/web\/(ui\/(card-face|chip|field|foil|foil-driver|illustration-mark|input-class|line-chart|lit-card|panel|select)|browser\/motion)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // What both of them share: a page of cards would else wait for what sells packs, and that of a pack for what finds cards.
    name: 'figures',
    test: /src\/web\/(ui\/(chart|chart-scale|use-focus-fallback)|catalogue\/item-layout)\.|src\/domain\/(decimals|finish-words|pack-facts|rarity-words|sellback)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Parts of many later pages.
    name: 'common',
    test: /\/(mutationObserver|useMutation)\.|src\/web\/(ui\/(?!pagination|use-existing-page)|api\/|browser\/)/,
    minShareCount: 3,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'operators',
    test: /src\/web\/(admin-kit\/|catalogue\/status-badge|shipping\/admin\/shipping-words)|src\/contract\/(settings-version|shipping-losses)\.|src\/domain\/loss\./,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'forms',
    test: /node_modules\/react-hook-form\/|src\/web\/forms\//,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    // Rules of a few lines that several later pages share. The first page names each file, so few files make it shorter.
    name: 'rules',
    test: /src\/domain\/(break|dispute|own-limits|refund|returns|sales-places|top-up)\.|src\/contract\/(checkout-limits|own-break|plain-text|texts)\./,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Words and small parts of such pages, for the same reason.
    name: 'words',
    test: /src\/web\/(accounts\/legal-links|catalogue\/(card-link|cost-by-place|price-with-tax)|collection\/card-words|fairness\/(drop-queries|own-policy|read-own-policy|verifier-file)|shipping\/(cancel-words|shipment-words))\./,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'calls',
    test: /node_modules\/(ky|zod)\/|src\/web\/api\/(request|server-time)|src\/contract\/(accounts|amounts|card-lists|catalogue|catalogue-suggestions|checkout-trending|endpoint|paging|storefront)\.|src\/domain\/(age|email-address|one-time-code|seal-kind)\./,
    priority: 1,
    // What it shares with the pages stays with them: nothing of theirs may wait for it.
    includeDependenciesRecursively: false,
  },
];

/** Of the file that checks proofs from disk, which is built before the pages; empty while they are worked on. */
function verifierHash(): string {
  const file = 'dist/verifier/packproof.html';
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : '';
}

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
