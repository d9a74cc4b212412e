// Somebody who looks at public pages all the while, and gets them or doesn't.
import { setTimeout as wait } from 'node:timers/promises';
import { FRONT, SHOP_PORTS } from './places.ts';
import { until } from '../kit/until.ts';

const EVERY_MS = 50;
const PATIENCE_MS = 10_000;
const SHOWN_WITHIN_S = 120;

/** What pages that failed said, each with how often. */
export type Looking = { looked: number; failed: Map<string, number> };

/** Shows each page at each process that is open, as in a shop that has been open for a while. */
export async function showPages(packTypeId: string): Promise<void> {
  for (const port of SHOP_PORTS)
    for (const path of pathsOf(packTypeId)) {
      const address = `http://127.0.0.1:${port}`;
      const isOpen = await fetch(`${address}/healthz`).catch(() => null);
      if (isOpen === null) continue;
      await until(`${path} of the shop at ${port}`, SHOWN_WITHIN_S, async () => {
        return (await look(address + path)) === '200';
      });
    }
}

export async function lookAtPages(packTypeId: string, isOver: () => boolean): Promise<Looking> {
  const looking: Looking = { looked: 0, failed: new Map() };
  const paths = pathsOf(packTypeId);
  while (!isOver()) {
    const path = paths[looking.looked % paths.length]!;
    looking.looked += 1;
    const said = await look(FRONT + path);
    const what = `${said} at ${path.replace(packTypeId, '…')}`;
    if (said !== '200') looking.failed.set(what, (looking.failed.get(what) ?? 0) + 1);
    await wait(EVERY_MS);
  }
  return looking;
}

function pathsOf(packTypeId: string): string[] {
  return ['/', '/packs', `/pack/${packTypeId}`];
}

/** The status of a page, and whose it is: the shop names each answer, and the balancer none of its own. */
async function look(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.text();
    const isOfShop = response.headers.has('x-request-id');
    return `${response.status}${isOfShop ? '' : ' of the balancer'}`;
  } catch {
    return 'no answer';
  }
}
