// The browser that tests and screenshots run in: the one that is named, the system's, or the one that
// a development dependency brings (Linux on x64). None is a failure with a line that says what to do.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Browser = {
  executablePath: string;
  args: string[];
  /** What its process needs beside our own environment. */
  env: Record<string, string>;
};

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// It looks up nothing and phones nobody; the sandbox needs rights that root in a container lacks.
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

/** Finds a browser, unpacking the bundled one when there is no other. */
export async function findChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  const found = named ?? SYSTEM_PATHS.find((path) => existsSync(path));
  if (found !== undefined) return { executablePath: found, args: ARGS, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return useBundled();
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

/** All of it is there, or nothing: what was stopped half-way, or runs beside another, leaves no half browser. */
async function unpackBundled(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  // The package unpacks into the temporary directory; ours is kept with the project.
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
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  });
}

/**
 * Where the browser finds its fonts. The package's own file names folders of the machine it is made for: a
 * browser that finds no font at all dies at the first text that is drawn before the page's fonts are there.
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
