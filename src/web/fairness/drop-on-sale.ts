// Queries about the drop from which packs of a type are sold. The endpoints are loaded with the first query, as in the
// catalogue, so that they do not delay the first page.
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
type Listed = Reply<typeof ListDrops>;
type Drop = Listed['drops'][number];
export type Announced = NonNullable<Listed['announced']>;

const TRUSTED = { staleTime: 5 * 60_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false };

/** The interval at which the page of a drop night polls the shop. All visitors get the same cached response. */
const POLL_MS = 3000;

/** `announced`: a drop that is not published yet. `shown`: a published drop. Both are null if there is none. */
export type Night = { announced: Announced | null; shown: ShownDrop | null };

/**
 * Returns the drop of a pack type that is coming or on sale. Polls the shop until the drop is on sale: the list while
 * it announces a drop, then the published drop alone. Returns undefined while loading.
 */
export function useNight(packTypeId: string): Night | undefined {
  const listed = useAsk(
    listDrops,
    { packTypeId },
    { refetchInterval: ({ state }) => (state.data?.announced ? POLL_MS : false) },
  ).data;
  const hash = listed && nightOf(listed)?.hash;
  const shown = useAsk(showDrop, hash === undefined ? null : { hash }, {
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.drop.state === 'published' ? POLL_MS : false,
  }).data;
  if (listed === undefined || (hash !== undefined && shown === undefined)) return undefined;
  return { announced: listed.announced, shown: shown ?? null };
}

/** Returns the newest published drop that is not over. Undefined while another drop is announced. */
function nightOf({ drops, announced }: Listed): Drop | undefined {
  if (announced !== null) return undefined;
  return drops.find((drop) => drop.state === 'published' || isOnSale(drop));
}

function isWaiting(listed: Listed | undefined): boolean {
  return (
    listed !== undefined && (listed.announced !== null || nightOf(listed)?.state === 'published')
  );
}

/** Returns when the coming drop of a pack type gets its order or opens. Undefined if no drop is coming. */
export function useComingDrop(packTypeId: string): Date | undefined {
  const listed = useAsk(listDrops, { packTypeId }, TRUSTED).data;
  if (listed === undefined || !isWaiting(listed)) return undefined;
  return listed.announced
    ? (listed.announced.numberAt ?? listed.announced.publishesAt)
    : nightOf(listed)?.opensAt;
}

/** Returns whether the drop is on sale. A paused drop counts too, because it will be on sale again. */
const isOnSale = ({ state }: Drop) => state === 'open' || state === 'paused';

/** Returns the drop of a pack type that is on sale. Returns null if none is on sale, and undefined while loading. */
export function useDropOnSale(packTypeId: string): ShownDrop | null | undefined {
  const drops = useAsk(listDrops, { packTypeId }, TRUSTED).data?.drops;
  const hash = drops?.find(isOnSale)?.hash;
  const shown = useAsk(showDrop, hash === undefined ? null : { hash }, TRUSTED).data;
  return drops !== undefined && hash === undefined ? null : shown;
}

/** Returns the shop's name of a pack type. Returns undefined while loading, or if the type was never in a drop. */
export function useTypeName(packTypeId: string | undefined): string | undefined {
  const input = packTypeId === undefined ? null : { packTypeId };
  return useAsk(listDrops, input, TRUSTED).data?.drops[0]?.packTypeName;
}

/**
 * Loads the drop that is on sale; if `isNight`, the drop that is coming or on sale. If the drop does not load, the page
 * is rendered without it.
 */
export async function loadDrop(asker: Asker, packTypeId: string, isNight: boolean): Promise<void> {
  try {
    const listed = await ensure(asker, listDrops, { packTypeId }, TRUSTED);
    const hash = (isNight ? nightOf(listed) : listed.drops.find(isOnSale))?.hash;
    if (hash !== undefined) await ensure(asker, showDrop, { hash }, TRUSTED);
  } catch {
    // If loading fails, the page shows no drop.
  }
}

/** Before the payment, stores in this browser the drop from which the visitor is about to buy. */
export function NotedDrop({ packTypeId }: { packTypeId: string }): null {
  useNotedDrop(useDropOnSale(packTypeId));
  return null;
}

/** Stores in this browser that the visitor has seen this drop, and when they first saw it. */
export function useNotedDrop(shown: ShownDrop | null | undefined): void {
  useEffect(() => {
    // If the drop can't be read, nothing is stored. The later check of a proof will report the problem.
    if (shown) noteShown(shown).catch(() => {});
  }, [shown]);
}

async function noteShown({ manifest, checkpoint }: ShownDrop): Promise<void> {
  const { noteDrop } = await import('./own-knowledge.ts');
  await noteDrop(manifest, checkpoint);
}
