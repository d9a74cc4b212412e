// The drop that a pack type is sold from: its rows come late, as those of the catalogue do.
import type { listDrops as ListDrops, showDrop as ShowDrop } from '#contract/drops.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useEffect } from 'react';
import { ensure, lateRow, useAsk, type Asker } from '../api/ask.ts';

const loadRows = () => import('#contract/drops.ts');

const listDrops = lateRow<typeof ListDrops>(
  { method: 'GET', path: '/drops', audience: 'anyone', reads: ['catalogue'] },
  async () => (await loadRows()).listDrops,
);

const showDrop = lateRow<typeof ShowDrop>(
  { method: 'GET', path: '/drops/{hash}', audience: 'anyone', reads: ['catalogue'] },
  async () => (await loadRows()).showDrop,
);

export type ShownDrop = Reply<typeof ShowDrop>;
type Drop = Reply<typeof ListDrops>['drops'][number];

const TRUSTED = { staleTime: 5 * 60_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false };

/** A drop that is bought from, or will be again in a while. */
const isOnSale = ({ state }: Drop) => state === 'open' || state === 'paused';

/** The drop of a pack type that is on sale; null where there is none, undefined while it is not known. */
export function useDropOnSale(packTypeId: string): ShownDrop | null | undefined {
  const drops = useAsk(listDrops, { packTypeId }, TRUSTED).data?.drops;
  const hash = drops?.find(isOnSale)?.hash;
  const shown = useAsk(showDrop, hash === undefined ? null : { hash }, TRUSTED).data;
  return drops !== undefined && hash === undefined ? null : shown;
}

/** What a pack type is called that ever was in a drop; undefined while that is not known. */
export function useTypeName(packTypeId: string | undefined): string | undefined {
  const input = packTypeId === undefined ? null : { packTypeId };
  return useAsk(listDrops, input, TRUSTED).data?.drops[0]?.packTypeName;
}

/** Loads it: the server waits for it. A page can do without. */
export async function loadDropOnSale(asker: Asker, packTypeId: string): Promise<void> {
  try {
    const { drops } = await ensure(asker, listDrops, { packTypeId }, TRUSTED);
    const hash = drops.find(isOnSale)?.hash;
    if (hash !== undefined) await ensure(asker, showDrop, { hash }, TRUSTED);
  } catch {
    // The page says nothing of a drop then.
  }
}

/** Keeps, in this browser, from which drop somebody is about to buy, as the shop tells it before they pay. */
export function NotedDrop({ packTypeId }: { packTypeId: string }): null {
  useNotedDrop(useDropOnSale(packTypeId));
  return null;
}

/** Keeps, in this browser, that it was shown this drop, and when that was the first time. */
export function useNotedDrop(shown: ShownDrop | null | undefined): void {
  useEffect(() => {
    // What can't be read is no drop, and its proof will say so.
    if (shown) noteShown(shown).catch(() => {});
  }, [shown]);
}

async function noteShown({ manifest, checkpoint }: ShownDrop): Promise<void> {
  const { noteDrop } = await import('./own-knowledge.ts');
  await noteDrop(manifest, checkpoint);
}
