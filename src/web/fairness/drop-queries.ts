// Queries of the pages about drops and the log. All of this data is public.
import { showDrop, showDropHistory, showFairness } from '#contract/drops.ts';
import { notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ensure, prepare, useAsk, type Asker } from '../api/ask.ts';

const TRUSTED = { staleTime: 5 * 60_000, refetchOnWindowFocus: false };

/**
 * Loads a drop, and returns its name. If the drop does not exist, throws the error that makes the router show the "not
 * found" page.
 */
export async function loadDrop(asker: Asker, hash: string): Promise<string> {
  try {
    const history = prepare(asker, showDropHistory, { hash });
    const { drop } = await ensure(asker, showDrop, { hash });
    await history;
    return `Drop ${drop.number}: ${drop.packTypeName}`;
  } catch (error) {
    const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
    throw isMissing ? notFound() : error;
  }
}

export function useDrop(hash: string) {
  return useAsk(showDrop, { hash });
}

/** Returns the log entries of a drop. `from`: index of the first entry to return; 0 for the drop's first entry. */
export function useDropHistory(hash: string, from: number) {
  return useAsk(showDropHistory, from === 0 ? { hash } : { hash, from });
}

export function loadFairness(asker: Asker): Promise<void> {
  return prepare(asker, showFairness, {}, TRUSTED);
}

export function useFairness() {
  return useAsk(showFairness, {}, TRUSTED).data;
}
