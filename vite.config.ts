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
    // React itself has had this hook since version 18, so this leaves out the replacement for older versions.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  plugins: [
    react({ compiler: true, exclude: [/\/node_modules\//, ...NOT_MEMOISED] }),
    tailwindcss(),
    ...(isSsrBuild ? [] : [precompress()]),
  ],
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter(isLate) },
    reportCompressedSize: false,
    rolldownOptions: {
      // Switches off a warning about imports that split nothing: the server's bundle is one file on purpose, because the
      // server goes through every screen when it starts.
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
      // Leaves out the names of shapes, which are for the OpenAPI document; no page reads them.
      treeshake: { manualPureFunctions: ['nameShapes'] },
      input: isSsrBuild ? 'src/web/entry-server.tsx' : 'src/web/entry-client.tsx',
      ...(!isSsrBuild && { output: { ...NAMES, codeSplitting: { groups: CHUNKS } } }),
    },
  },
  // The server's bundle contains React's production build, whatever NODE_ENV the shop runs with.
  ssr: { noExternal: isSsrBuild || undefined },
  define: {
    __VERIFIER_SHA256__: JSON.stringify(command === 'build' ? verifierHash() : ''),
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
}));

/**
 * Components of the first page that the React compiler leaves alone. They are small and hardly ever rendered again, so code
 * that remembers their parts would cost every visitor more than it saves.
 */
const NOT_MEMOISED = [
  /\/src\/web\/ui\/(art|badge|button|icon|price|select|spinner|states|toasts|visually-hidden|written)\.tsx$/,
  /\/src\/web\/shell\/(choice-controls|document|error-screen|footer|guard|header|logo|not-found|offline-notice|server-script)\.tsx$/,
  /\/src\/web\/catalogue\/(bought-link|hero|home-page|packs-error|potential-hits|tax-note|why-choose-us)\.tsx$/,
];

/** The first page names every file that may come after it, so the hashes that tell their versions apart are short. */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
};

/**
 * What every page needs goes into few files, because small files compress badly and the first page names every file that may
 * come after it. Libraries have a file of their own, because they change more rarely than the shop. The code that calls the
 * shop is a file that loads later, because a page arrives with its data.
 */
const CHUNKS = [
  {
    name: 'libraries',
    // Leaves out the code that only presses of a button need.
    test: /node_modules\/(?!@tanstack\/.*\/(?:mutationObserver|useMutation)\.)(react|react-dom|scheduler|@tanstack|zustand|seroval|use-sync-external-store)\//,
    priority: 3,
  },
  {
    // The entry with all that it imports, and further code that most public pages need.
    name: 'entry',
    test: /src\/web\/(entry-client|ui\/(art|badge|day-in-utc|price|states|step-by-key)|catalogue\/(bought-link|on-break-badge|own-break|packs-error|potential-hits|reached-limits|tax-note|use-buy))\./,
    priority: 2,
  },
  {
    // Code that the page of a pack shares with later pages. Otherwise this page would wait for all the code that later pages
    // share.
    name: 'packs',
    test: /src\/web\/(ui\/(stepper|toast)|api\/cart|catalogue\/(before-you-buy|cost-line|facts-panel|late-own-break-note|pack-promises))\.|src\/domain\/(pack-promises|pricing|purchase|seal|split|tax-lines|tax-quote)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Code that the pages of cards share with later pages, for the same reason.
    name: 'cards',
    test: /src\/web\/(ui\/(card-face|chip|foil|foil-driver|illustration-mark|line-chart|lit-card|panel)|browser\/motion)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Fields, which the page of a pack needs without the cards' pictures and charts.
    name: 'fields',
    test: /src\/web\/ui\/(field|input-class|select)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Code that both kinds of pages share. Otherwise a page of cards would wait for the code that sells packs, and the page
    // of a pack for the code that finds cards.
    name: 'figures',
    test: /src\/web\/(ui\/(chart|chart-scale|use-focus-fallback)|catalogue\/(item-layout|stock-words))\.|src\/domain\/(decimals|finish-words|pack-facts|rarity-words|sellback)\./,
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
    // Words and small parts that several later pages share, in one file for the same reason.
    name: 'words',
    test: /src\/web\/(accounts\/legal-links|catalogue\/(card-link|cost-by-place|price-with-tax)|collection\/card-words|fairness\/(drop-queries|own-policy|read-own-policy|verifier-file)|shipping\/(cancel-words|shipment-words))\./,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'calls',
    test: /node_modules\/(ky|zod)\/|src\/web\/api\/(request|server-time)|src\/contract\/(accounts|amounts|card-lists|catalogue|catalogue-suggestions|checkout-trending|endpoint|game-id|paging|storefront)\.|src\/domain\/(age|email-address|one-time-code|seal-kind)\./,
    priority: 1,
    // Code that this file shares with the pages stays with the pages, because no page may wait for this file.
    includeDependenciesRecursively: false,
  },
];

/** Whether a file is not one of those that each page loads first. Only late files are named beside a file that needs them. */
function isLate(file: string): boolean {
  return !/\/(entry-client|libraries|rolldown-runtime)-/.test(file);
}

/** The hash of the file that checks proofs from disk, which is built before the pages; empty if that file was not built. */
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
