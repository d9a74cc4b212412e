// Measures what a visitor's browser loads before the home page can be used, and sets the limits for these files.
import { readFileSync, statSync } from 'node:fs';

/** Limit for the home page's script, in kilobytes of 1024 bytes after brotli. A build with a larger script fails. */
export const FIRST_ROUTE_KB_MOST = 125;

/**
 * The limit, in kilobytes, for the additional script of any other public page. It covers parts that only this page and
 * few others show.
 */
export const OWN_SCRIPT_KB_MOST = 25;

const CLIENT = 'dist/client';
const SOURCES = ['src/web/entry-client.tsx', 'src/web/catalogue/home-page.tsx'];

type Built = Record<string, { file: string; imports?: string[] }>;

/** The built script files that the home page loads, relative to the build's folder. */
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

/** The total size of the home page's script files, in kilobytes. */
export function firstRouteKilobytes(): number {
  const sizes = firstRouteFiles().map((file) => statSync(`${CLIENT}/${file}.br`).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
