// The keys that sign the log: from the settings, or outside production from a file of their own. None is ever in the
// database, nor in a backup.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, LogKeys } from '../runtime/context.ts';
import { newSigner, type Signer } from './proof-primitives.ts';

const SEED_BYTES = 32;
export const KEYS_FILE = 'log-keys';

/** A seed to make a key of, in hex. */
export const newSeed = (): string => randomBytes(SEED_BYTES).toString('hex');

/** The seeds of a data directory, the one in force first; makes the first one. Two processes that start at once agree. */
export async function storedLogKeys(dataDir: string): Promise<string[]> {
  const file = join(dataDir, KEYS_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, `${newSeed()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim().split('\n');
}

/** Puts a new seed before those of a data directory. */
export async function storeLogKeys(dataDir: string, seeds: string[]): Promise<void> {
  const file = join(dataDir, KEYS_FILE);
  await writeFile(`${file}.new`, seeds.map((seed) => `${seed}\n`).join(''), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The keys as they are now: the command line may have put a new one beside a shop that runs. */
export async function currentKeys({
  logKeys,
  config,
}: Pick<Context, 'logKeys' | 'config'>): Promise<LogKeys> {
  return logKeys.areKept ? { ...logKeys, seeds: await storedLogKeys(config.dataDir) } : logKeys;
}

/** Who signs in a log's name, the newest key first. */
export function signersOf({ logKeys }: Pick<Context, 'logKeys'>, origin: string): Signer[] {
  return logKeys.seeds.map((seed) => newSigner(origin, 'log', seed));
}
