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

/** The entry's key when the browser loaded this page. A server has no history. */
const loadedEntry = import.meta.env.SSR
  ? undefined
  : (history.state as { __TSR_key?: string } | null)?.__TSR_key;

/**
 * Whether an entry holds the state of an earlier visit although its address was typed again. A browser keeps the state
 * of an entry whose own address is typed, as it does for a reload.
 */
export function isTypedAgain(key: string | undefined): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key !== undefined && key === loadedEntry && loaded?.type === 'navigate';
}
