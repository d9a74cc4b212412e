// Builds the file that checks proofs from disk: one HTML file with its script and styles in it. It loads nothing, and its
// policy forbids it to load anything.
import { createHash } from 'node:crypto';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), oneFile()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    outDir: 'dist/verifier',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
      input: 'src/web/fairness/saved-file.tsx',
      output: { format: 'iife', codeSplitting: false },
    },
  },
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Puts script and styles into a page whose policy allows only these two, by their hashes. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const script = files.flatMap((file) => (file.type === 'chunk' ? file.code : [])).join('');
      const styles = files
        .flatMap((file) => (file.type === 'asset' ? String(file.source) : []))
        .join('');
      for (const name of Object.keys(bundle)) delete bundle[name];
      // The characters that would end the script's element occur only inside strings, where they can be escaped.
      const inlined = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
      const policy = `default-src 'none'; script-src ${hashOf(inlined)}; style-src ${hashOf(styles)}; base-uri 'none'; form-action 'none'`;
      const source = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Check a pack’s proof</title>
<style>${styles}</style>
</head>
<body>
<main></main>
<script>${inlined}</script>
</body>
</html>
`;
      this.emitFile({ type: 'asset', fileName: 'packproof.html', source });
    },
  };
}
