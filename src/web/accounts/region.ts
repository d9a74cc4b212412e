// The region where the viewer lives, as precisely as taxes need it: the region of their profile, or else the one
// chosen in this browser.
import { isRegion, regionOf, type Region } from '#domain/region.ts';
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser/browser-storage.ts';
import { useConfig } from './config.ts';
import { useProfile } from './queries.ts';

const KEY = 'region';
const listeners = new Set<() => void>();

/** The region chosen in this browser, or null. The profile's region takes precedence in the shop. */
export function chosenRegion(): Region | null {
  const stored = browserStorage.getItem(KEY);
  return stored !== null && isRegion(stored) ? stored : null;
}

export function chooseRegion(region: Region | null): void {
  if (region === null) browserStorage.removeItem(KEY);
  else browserStorage.setItem(KEY, region);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

/** The same for a component. Null on the server, which doesn't know it. */
export function useChosenRegion(): Region | null {
  return useSyncExternalStore(subscribe, chosenRegion, () => null);
}

/**
 * Null on the server, which doesn't know it. `isOfProfile`: the region comes from the profile, not from a choice in
 * this browser.
 */
export function useRegion(): { region: Region | null; isOfProfile: boolean } {
  const chosen = useChosenRegion();
  const profile = useProfile().data;
  const own = profile === undefined ? null : regionOf(profile);
  return { region: own ?? chosen, isOfProfile: own !== null };
}

/**
 * The taxes on packs for this viewer. Null if their region is unknown, or if a sale's taxes are unknown until it is
 * priced.
 */
export function useTaxRates(): { name: string; rate: number }[] | null {
  const taxes = useConfig()?.taxes;
  const { region } = useRegion();
  if (taxes === undefined || taxes.isAsked) return null;
  if (taxes.regions === null) return taxes.rates;
  return region === null ? null : (taxes.regions[region] ?? taxes.rates);
}
