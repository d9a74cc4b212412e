// What the pages of a drop and of the log know: all of it is public.
import { showDrop, showDropHistory, showFairness } from '#contract/catalogue-drops.ts';
import { ensure, prepare, useAsk, type Asker } from '../api/ask.ts';
import type { ShownDrop } from './drop-on-sale.ts';

const TRUSTED = { staleTime: 5 * 60_000, refetchOnWindowFocus: false };

/** Throws the ApiError of a drop that is not there. */
export async function loadDrop(asker: Asker, hash: string): Promise<ShownDrop> {
  const history = prepare(asker, showDropHistory, { hash });
  const drop = await ensure(asker, showDrop, { hash });
  await history;
  return drop;
}

export function useDrop(hash: string) {
  return useAsk(showDrop, { hash });
}

/** What the log says of it, from its beginning. */
export function useDropHistory(hash: string) {
  return useAsk(showDropHistory, { hash });
}

export function loadFairness(asker: Asker): Promise<void> {
  return prepare(asker, showFairness, {}, TRUSTED);
}

export function useFairness() {
  return useAsk(showFairness, {}, TRUSTED).data;
}
