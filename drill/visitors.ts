// Somebody who looks at public pages all the while, and gets them or doesn't.
import { setTimeout as wait } from 'node:timers/promises';
import { FRONT, SHOP_PORTS } from './places.ts';

const EVERY_MS = 50;
const PATIENCE_MS = 10_000;

export type Looking = { looked: number; failed: Map<string, number> };

/** Shows each page once at each process, as in a shop that has been open for a while. */
export async function showPages(packTypeId: string): Promise<void> {
  for (const port of SHOP_PORTS)
    for (const path of pathsOf(packTypeId)) await look(`http://127.0.0.1:${port}${path}`);
}

export async function lookAtPages(packTypeId: string, isOver: () => boolean): Promise<Looking> {
  const looking: Looking = { looked: 0, failed: new Map() };
  const paths = pathsOf(packTypeId);
  while (!isOver()) {
    const path = paths[looking.looked % paths.length]!;
    looking.looked += 1;
    const said = await look(FRONT + path);
    if (said !== '200') looking.failed.set(said, (looking.failed.get(said) ?? 0) + 1);
    await wait(EVERY_MS);
  }
  return looking;
}

function pathsOf(packTypeId: string): string[] {
  return ['/', '/packs', `/pack/${packTypeId}`];
}

async function look(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.text();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}
