import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Returns a function that returns the key of the current history entry. The key survives a reload. */
export function useEntryNow(): () => string {
  const { history } = useRouter();
  return () => history.location.state.__TSR_key ?? '';
}

/** Returns the key of the history entry in which this component appeared. */
export function useEntry(): string {
  const entryNow = useEntryNow();
  return useState(entryNow)[0];
}

/** The key of the history entry that this page load opened. Undefined on the server, which has no history. */
const loadedEntry = import.meta.env.SSR
  ? undefined
  : (history.state as { __TSR_key?: string } | null)?.__TSR_key;

/**
 * Whether the visitor typed the address of the current history entry again. The browser then keeps the entry's state
 * from the earlier visit, as it does for a reload. `key`: the current entry's key.
 */
export function isTypedAgain(key: string | undefined): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key !== undefined && key === loadedEntry && loaded?.type === 'navigate';
}
