// Determines the viewer's region, as precisely as taxes require. The region in the user's profile takes precedence over
// the choice stored in this browser.
import { isPreciseRegion, regionOf, type Region } from '#domain/region.ts';
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser/browser-storage.ts';
import { useConfig } from './config.ts';
import { useProfile } from './queries.ts';

const KEY = 'region';
const listeners = new Set<() => void>();

/**
 * Returns the region chosen in this browser; null if none was chosen. If the profile has a region, the shop uses the
 * profile's region instead.
 */
export function chosenRegion(): Region | null {
  const stored = browserStorage.getItem(KEY);
  return stored !== null && isPreciseRegion(stored) ? stored : null;
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

/** `chosenRegion` for a component. Null on the server, which doesn't know the choice. */
export function useChosenRegion(): Region | null {
  return useSyncExternalStore(subscribe, chosenRegion, () => null);
}

/**
 * Returns the viewer's region. Null if the region is unknown, and always null on the server. `isOfProfile`: the region
 * comes from the profile, not from the choice in this browser.
 */
export function useRegion(): { region: Region | null; isOfProfile: boolean } {
  const chosen = useChosenRegion();
  const profile = useProfile().data;
  const own = profile === undefined ? null : regionOf(profile);
  return { region: own ?? chosen, isOfProfile: own !== null };
}

/**
 * Returns the taxes on packs for this viewer. Null if the viewer's region is unknown, or if only a tax provider knows
 * the taxes of a sale.
 */
export function useTaxRates(): { name: string; rate: number }[] | null {
  const taxes = useConfig()?.taxes;
  const { region } = useRegion();
  if (taxes === undefined || taxes.isAsked) return null;
  if (taxes.regions === null) return taxes.rates;
  return region === null ? null : (taxes.regions[region] ?? taxes.rates);
}
