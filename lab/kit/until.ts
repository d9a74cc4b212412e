import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 100;

/**
 * Polls until `poll` finds something, and returns what it found. If that takes longer than `seconds`, throws an
 * error that says what was missing.
 */
export async function until<Found>(
  what: string,
  seconds: number,
  poll: () => Promise<Found | null | undefined | false> | Found | null | undefined | false,
): Promise<Found> {
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const found = await poll();
    if (found !== null && found !== undefined && found !== false) return found;
    await wait(PAUSE_MS);
  }
  throw new Error(`Within ${seconds} s this did not come: ${what}`);
}
