// Requests the public pages all the time, and records which requests fail.
import { visit } from '../kit/visit.ts';
import type { Visited } from '../kit/visitors.ts';
import { until } from '../kit/until.ts';
import { FRONT, SHOP_PORTS } from './places.ts';

const WAIT_MS = 10_000;
const SHOWN_WITHIN_S = 120;

/** Requests each page from each running process, so that it is cached as in a shop that has been open for a while. */
export async function showPages(packTypeId: string): Promise<void> {
  for (const port of SHOP_PORTS)
    for (const path of pathsOf(packTypeId)) {
      const address = `http://127.0.0.1:${port}`;
      const ask = (what: string) =>
        fetch(address + what, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null);
      if ((await ask('/healthz')) === null) continue;
      await until(
        `${path} of the shop at ${port}`,
        SHOWN_WITHIN_S,
        async () => (await ask(path))?.status === 200,
      );
    }
}

export function visitPages(packTypeId: string, isOver: () => boolean): Promise<Visited> {
  const paths = pathsOf(packTypeId);
  return visit({ address: FRONT, paths, visitors: 1, patienceMs: WAIT_MS }, isOver);
}

function pathsOf(packTypeId: string): string[] {
  return ['/', '/packs', `/pack/${packTypeId}`];
}
