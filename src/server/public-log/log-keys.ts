// Finds the keys that sign the log. They come from the settings, or outside of production from a file. No key is ever
// in the database or in a backup.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, LogKeys } from '../runtime/context.ts';
import { newSigner, type Signer } from './proof-primitives.ts';

const SEED_BYTES = 32;
export const KEYS_FILE = 'log-keys';

/** A random seed for a key, in hex. */
export const newSeed = (): string => randomBytes(SEED_BYTES).toString('hex');

/**
 * Returns the seeds in a data directory, the current seed first. If there is none, creates the first seed. If two
 * processes start at once, both get the same seed.
 */
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

/** Replaces the seeds in a data directory. `seeds`: newest first. */
export async function storeLogKeys(dataDir: string, seeds: string[]): Promise<void> {
  const file = join(dataDir, KEYS_FILE);
  await writeFile(`${file}.new`, seeds.map((seed) => `${seed}\n`).join(''), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Returns the current keys. If they are in a file, they are read each time, because the command line may have added a
 * key since the start.
 */
export async function currentKeys({
  logKeys,
  config,
}: Pick<Context, 'logKeys' | 'config'>): Promise<LogKeys> {
  return logKeys.areStored ? { ...logKeys, seeds: await storedLogKeys(config.dataDir) } : logKeys;
}

/** The signers of a log, newest key first. */
export function signersOf({ logKeys }: Pick<Context, 'logKeys'>, origin: string): Signer[] {
  return logKeys.seeds.map((seed) => newSigner(origin, 'log', seed));
}
