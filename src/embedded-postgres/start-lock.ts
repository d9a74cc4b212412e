// Decides which of several processes starts the server. The lock is a file that its holder touches continually. If the
// file has not been touched lately, its holder has crashed, even if another process now has the holder's pid.
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';

const TOUCH_EVERY_MS = 1_000;
const STALE_AFTER_MS = 6_000;

/**
 * Does the work under the lock. Returns false if another process holds the lock. Even if a living holder ever loses the
 * lock, Postgres' own interlock allows only one server for a cluster.
 */
export async function withStartLock(path: string, work: () => Promise<void>): Promise<boolean> {
  if (!(await take(path))) return false;
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, TOUCH_EVERY_MS);
  try {
    await work();
    return true;
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (await isStale(path)) await rm(path, { force: true });
    return false;
  }
}

async function isStale(path: string): Promise<boolean> {
  try {
    const touchedAt = (await stat(path)).mtimeMs;
    if (Date.now() - touchedAt > STALE_AFTER_MS) return true;
    const pid = Number(await readFile(path, 'utf8'));
    return pid > 0 && !isRunning(pid);
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
