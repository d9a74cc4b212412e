// What the pages of a drop and of the log know: all of it is public.
import { showDrop, showDropHistory, showFairness } from '#contract/drops.ts';
import { notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ensure, prepare, useAsk, type Asker } from '../api/ask.ts';

const TRUSTED = { staleTime: 5 * 60_000, refetchOnWindowFocus: false };

/** Throws what leads to the page that says so where there is no such drop. */
export async function loadDrop(asker: Asker, hash: string): Promise<void> {
  try {
    const history = prepare(asker, showDropHistory, { hash });
    await ensure(asker, showDrop, { hash });
    await history;
  } catch (error) {
    const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
    throw isMissing ? notFound() : error;
  }
}

export function useDrop(hash: string) {
  return useAsk(showDrop, { hash });
}

/** What the log says of it, from its beginning or from an index of the log on. */
export function useDropHistory(hash: string, from: number) {
  return useAsk(showDropHistory, from === 0 ? { hash } : { hash, from });
}

export function loadFairness(asker: Asker): Promise<void> {
  return prepare(asker, showFairness, {}, TRUSTED);
}

export function useFairness() {
  return useAsk(showFairness, {}, TRUSTED).data;
}
