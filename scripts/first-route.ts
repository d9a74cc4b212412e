// What a visitor's browser loads before the home page can be used, and how much of it there may be.
import { readFileSync, statSync } from 'node:fs';

/** Script of the home page, in kilobytes of 1024 bytes after brotli: a build with more fails. */
export const FIRST_ROUTE_KB_MOST = 125;

/** In kilobytes, what another public page may load beside that: what only it and few others show. */
export const OWN_SCRIPT_KB_MOST = 22.5;

const CLIENT = 'dist/client';
const SOURCES = ['src/web/entry-client.tsx', 'src/web/catalogue/home-page.tsx'];

type Built = Record<string, { file: string; imports?: string[] }>;

/** The built files with script that the home page loads, named from the build's folder. */
function firstRouteFiles(): string[] {
  const built = JSON.parse(readFileSync(`${CLIENT}/.vite/manifest.json`, 'utf8')) as Built;
  const files = new Set<string>();
  const collect = (name: string) => {
    const { file, imports = [] } = built[name]!;
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(collect);
  };
  SOURCES.forEach(collect);
  return [...files];
}

/** How much that is, in kilobytes. */
export function firstRouteKilobytes(): number {
  const sizes = firstRouteFiles().map((file) => statSync(`${CLIENT}/${file}.br`).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
