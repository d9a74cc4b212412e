// Finds the browser for tests and screenshots: the browser that CHROMIUM_PATH names, else the one from a development
// dependency (on Linux x64), else the system's own. If there is none, the error says what to do.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Browser = {
  executablePath: string;
  args: string[];
  /** Variables that the browser's process needs in addition to our own environment. */
  env: Record<string, string>;
};

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// These arguments stop the browser from sending requests of its own, and switch off its sandbox, which needs rights
// that root in a container lacks.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const PACKAGE = join(import.meta.dirname, '../node_modules/@sparticuz/chromium');
const CACHE = join(import.meta.dirname, '../.cache');

/** Finds a browser, and unpacks the bundled one if that has not been done. */
export async function findChromium(): Promise<Browser> {
  const path = chooseBrowser(process.platform, process.arch, process.env, existsSync);
  return path === BUNDLED ? useBundled() : { executablePath: path, args: ARGS, env: {} };
}

export const BUNDLED = 'bundled';

/**
 * The browser for tests: a path, or BUNDLED. The bundled browser comes before the system's own, so that a test gives
 * the same result for a commit on every machine (choice 725).
 */
export function chooseBrowser(
  platform: NodeJS.Platform,
  arch: string,
  { CHROMIUM_PATH: named }: Record<string, string | undefined>,
  isThere: (path: string) => boolean,
): string {
  if (named !== undefined && named !== '') return named;
  if (platform === 'linux' && arch === 'x64') return BUNDLED;
  const found = SYSTEM_PATHS.find(isThere);
  if (found !== undefined) return found;
  throw new Error('No browser found. Install Chromium, or name one in CHROMIUM_PATH.');
}

async function useBundled(): Promise<Browser> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) await unpackBundled(folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: [...ARGS, '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

/**
 * Unpacks the whole browser or nothing. If the function is interrupted, or runs twice at once, no incomplete browser
 * is left behind.
 */
async function unpackBundled(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  // The package unpacks into the temporary directory, so this points that directory to a folder in the project.
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = unpacked;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await Promise.all([
      chromium.executablePath(),
      inflate(join(PACKAGE, 'bin/al2023.tar.br')),
      writeFile(join(unpacked, 'fonts.conf'), fontsIn(folder)),
    ]);
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  await rename(unpacked, folder).catch(async (error: unknown) => {
    await rm(unpacked, { recursive: true });
    // Another process unpacked the browser first.
    if (!existsSync(folder)) throw error;
  });
}

/**
 * Writes Fontconfig settings with this folder of fonts, because the package's own settings name folders of the machine
 * for which it was made. A browser without fonts would crash at the first text that it draws before the page's own
 * fonts have loaded.
 */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
