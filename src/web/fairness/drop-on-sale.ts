// Queries about the drop from which a pack type is sold. As in the catalogue, the endpoints are loaded only with the
// first query, so that they do not delay the first page.
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

/** Returns whether the drop is on sale. A paused drop counts too, because it will be on sale again. */
const isOnSale = ({ state }: Drop) => state === 'open' || state === 'paused';

/** Returns the drop of a pack type that is on sale. Null if there is none, undefined while loading. */
export function useDropOnSale(packTypeId: string): ShownDrop | null | undefined {
  const drops = useAsk(listDrops, { packTypeId }, TRUSTED).data?.drops;
  const hash = drops?.find(isOnSale)?.hash;
  const shown = useAsk(showDrop, hash === undefined ? null : { hash }, TRUSTED).data;
  return drops !== undefined && hash === undefined ? null : shown;
}

/** Returns the shop's name of a pack type. Undefined while loading, and for a type that was never in a drop. */
export function useTypeName(packTypeId: string | undefined): string | undefined {
  const input = packTypeId === undefined ? null : { packTypeId };
  return useAsk(listDrops, input, TRUSTED).data?.drops[0]?.packTypeName;
}

/** Loads the drop that is on sale. The server waits for the drop, but renders the page without it if loading fails. */
export async function loadDropOnSale(asker: Asker, packTypeId: string): Promise<void> {
  try {
    const { drops } = await ensure(asker, listDrops, { packTypeId }, TRUSTED);
    const hash = drops.find(isOnSale)?.hash;
    if (hash !== undefined) await ensure(asker, showDrop, { hash }, TRUSTED);
  } catch {
    // The page then shows no drop.
  }
}

/** Stores in this browser the drop from which the visitor is about to buy, as the page shows it before the payment. */
export function NotedDrop({ packTypeId }: { packTypeId: string }): null {
  useNotedDrop(useDropOnSale(packTypeId));
  return null;
}

/** Stores in this browser that the visitor saw this drop, with the time of the first view. */
export function useNotedDrop(shown: ShownDrop | null | undefined): void {
  useEffect(() => {
    // If the drop is unreadable, nothing is stored. The check of a proof will report the problem.
    if (shown) noteShown(shown).catch(() => {});
  }, [shown]);
}

async function noteShown({ manifest, checkpoint }: ShownDrop): Promise<void> {
  const { noteDrop } = await import('./own-knowledge.ts');
  await noteDrop(manifest, checkpoint);
}
