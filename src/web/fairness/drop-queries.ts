// The queries of the pages about a drop and the log. All of their data is public.
import { showDrop, showDropHistory, showFairness } from '#contract/drops.ts';
import { notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ensure, prepare, useAsk, type Asker } from '../api/ask.ts';

const TRUSTED = { staleTime: 5 * 60_000, refetchOnWindowFocus: false };

/** If there is no such drop, throws the error that leads to the "not found" page. */
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

/** The log entries of a drop, from its first one or from an index of the log. */
export function useDropHistory(hash: string, from: number) {
  return useAsk(showDropHistory, from === 0 ? { hash } : { hash, from });
}

export function loadFairness(asker: Asker): Promise<void> {
  return prepare(asker, showFairness, {}, TRUSTED);
}

export function useFairness() {
  return useAsk(showFairness, {}, TRUSTED).data;
}
