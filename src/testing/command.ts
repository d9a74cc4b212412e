// Runs an operator's command for a test. `runShopProcess` runs it as a separate process.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { appUrlOf } from '../server/database/app-role.ts';
import { runCommandLine } from '../server/commands/command-line.ts';
import { AUTH_SECRET, NODE_SETTINGS } from './process.ts';

export type Outcome = { code: number | null; out: string; err: string };

const settings = (url: string, more: Record<string, string>) => ({
  DATABASE_URL: url,
  APP_DATABASE_URL: appUrlOf(url),
  AUTH_SECRET,
  SANDBOX: 'on',
  ...more,
});

/** Runs `npm run shop -- ...words` inside this process, on the database at `url`. */
export async function runShopCommand(
  url: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  let [out, err] = ['', ''];
  const code = await runCommandLine(words, {
    environment: settings(url, environment),
    out: { write: (part) => (out += part) },
    err: { write: (part) => (err += part) },
    readSecret: async () => '',
  });
  return { code, out, err };
}

const SHOP = new URL('../server/shop.ts', import.meta.url).pathname;

/** Runs the command as a separate process, with its real exit code and streams. */
export async function runShopProcess(url: string, words: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [SHOP, ...words], {
    env: { ...NODE_SETTINGS, ...settings(url, {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, out, err] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
