// Where the viewer lives, as far as a tax asks: their profile says it, or else what they chose in this browser.
import { isRegion, regionOf, type Region } from '#domain/region.ts';
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser/browser-storage.ts';
import { useConfig } from './config.ts';
import { useProfile } from './queries.ts';

const KEY = 'region';
const listeners = new Set<() => void>();

/** What was chosen in this browser; null: nothing. The shop takes the profile's word before it. */
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

/** The same for a component; null on the server, which doesn't know. */
export function useChosenRegion(): Region | null {
  return useSyncExternalStore(subscribe, chosenRegion, () => null);
}

/** Null on the server, which doesn't know. `isOfProfile`: it is not chosen here. */
export function useRegion(): { region: Region | null; isOfProfile: boolean } {
  const chosen = useChosenRegion();
  const profile = useProfile().data;
  const own = profile === undefined ? null : regionOf(profile);
  return { region: own ?? chosen, isOfProfile: own !== null };
}

/** The taxes on packs for this viewer; null: nobody knows where they live, or what a sale takes before it is priced. */
export function useTaxRates(): { name: string; rate: number }[] | null {
  const taxes = useConfig()?.taxes;
  const { region } = useRegion();
  if (taxes === undefined || taxes.isAsked) return null;
  if (taxes.regions === null) return taxes.rates;
  return region === null ? null : (taxes.regions[region] ?? taxes.rates);
}
