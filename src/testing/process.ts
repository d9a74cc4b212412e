// The shop as a process of its own, on the database of a test: as an operator starts it.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../server/main.ts');

/** The secret of every shop whose processes have to agree on one. */
export const AUTH_SECRET = 'one secret for all, of many signs';

/** What every process that shares a database is told alike. */
const SETTINGS = {
  AUTH_SECRET,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  PORT: '0',
  HOST: '127.0.0.1',
};

/** What Node itself has of our environment: where programs are, and code that was compiled before. */
export const NODE_SETTINGS = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

type StartedProcess = {
  child: ChildProcess;
  /** All that it wrote so far. */
  said: () => string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

export type ShopProcess = StartedProcess & { address: string };

/** Starts a process on the database at `url`; `opened` answers when it is open, with its address. */
export function startShopProcess(
  url: string,
  environment: Record<string, string> = {},
  main = MAIN,
): StartedProcess & { opened: Promise<string> } {
  const child = spawn(process.execPath, [main], {
    env: { ...NODE_SETTINGS, ...SETTINGS, DATABASE_URL: url, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const opened = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /open at (http:\S+)/.exec(said);
      if (found !== null) resolve(found[1]!.replace('localhost', '127.0.0.1'));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => reject(new Error(`The shop ended with ${code}: ${said}`)));
  });
  return { child, opened, said: () => said, ended };
}

/** Starts a process on the database at `url`, and answers when it is open. */
export async function openShopProcess(
  url: string,
  environment: Record<string, string> = {},
  main = MAIN,
): Promise<ShopProcess> {
  const { opened, ...started } = startShopProcess(url, environment, main);
  return { ...started, address: await opened };
}
