// The drop from which a pack type is sold. Its endpoints load late, as those of the catalogue do.
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

/** A drop that is on sale, or will be again after a pause. */
const isOnSale = ({ state }: Drop) => state === 'open' || state === 'paused';

/** The drop of a pack type that is on sale; null if there is none, undefined while loading. */
export function useDropOnSale(packTypeId: string): ShownDrop | null | undefined {
  const drops = useAsk(listDrops, { packTypeId }, TRUSTED).data?.drops;
  const hash = drops?.find(isOnSale)?.hash;
  const shown = useAsk(showDrop, hash === undefined ? null : { hash }, TRUSTED).data;
  return drops !== undefined && hash === undefined ? null : shown;
}

/** The name of a pack type that was ever in a drop; undefined while loading. */
export function useTypeName(packTypeId: string | undefined): string | undefined {
  const input = packTypeId === undefined ? null : { packTypeId };
  return useAsk(listDrops, input, TRUSTED).data?.drops[0]?.packTypeName;
}

/** Loads it. The server waits for it; a page works without it. */
export async function loadDropOnSale(asker: Asker, packTypeId: string): Promise<void> {
  try {
    const { drops } = await ensure(asker, listDrops, { packTypeId }, TRUSTED);
    const hash = drops.find(isOnSale)?.hash;
    if (hash !== undefined) await ensure(asker, showDrop, { hash }, TRUSTED);
  } catch {
    // Without it, the page does not mention a drop.
  }
}

/** Stores, in this browser, the drop that the visitor is about to buy from, as the shop shows it before the payment. */
export function NotedDrop({ packTypeId }: { packTypeId: string }): null {
  useNotedDrop(useDropOnSale(packTypeId));
  return null;
}

/** Stores, in this browser, that this drop was shown, and the time of the first view. */
export function useNotedDrop(shown: ShownDrop | null | undefined): void {
  useEffect(() => {
    // An unreadable drop is not stored. The check of its proof will report it.
    if (shown) noteShown(shown).catch(() => {});
  }, [shown]);
}

async function noteShown({ manifest, checkpoint }: ShownDrop): Promise<void> {
  const { noteDrop } = await import('./own-knowledge.ts');
  await noteDrop(manifest, checkpoint);
}
