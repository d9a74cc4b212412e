// Queries of the catalogue, and how long their responses stay fresh (docs/product.md §14).
import type {
  listPackTypes as ListPackTypes,
  PackType,
  showOpenedPacks as ShowOpenedPacks,
  showPackType as ShowPackType,
} from '#contract/catalogue.ts';
import type { showPriceDay as ShowPriceDay } from '#contract/prices.ts';
import { ensure, known, lateRow, note, prepare, useAsk, type Asker } from '../api/ask.ts';
import { orSamples } from './sample-fallback.ts';

const loadRows = () => import('#contract/catalogue.ts');

export const listPackTypes = lateRow<typeof ListPackTypes>(
  { method: 'GET', path: '/pack-types', audience: 'anyone', reads: ['catalogue', 'stock'] },
  async () => (await loadRows()).listPackTypes,
);

const showPackType = lateRow<typeof ShowPackType>(
  { method: 'GET', path: '/pack-types/{id}', audience: 'anyone', reads: ['catalogue', 'stock'] },
  async () => (await loadRows()).showPackType,
);

const showPriceDay = lateRow<typeof ShowPriceDay>(
  { method: 'GET', path: '/prices', audience: 'anyone', reads: ['catalogue'] },
  async () => (await import('#contract/prices.ts')).showPriceDay,
);

const showOpenedPacks = lateRow<typeof ShowOpenedPacks>(
  {
    method: 'GET',
    path: '/pack-types/{id}/opened',
    audience: 'anyone',
    reads: ['catalogue', 'stock'],
  },
  async () => (await loadRows()).showOpenedPacks,
);

export const CACHED_MS = 10 * 60_000;
const TRUSTED = { staleTime: 5 * 60_000, gcTime: CACHED_MS, refetchOnWindowFocus: false };
const LIST = { ...TRUSTED, retries: 3, orElse: orSamples };

/** Returns every pack type. */
export function usePackTypes() {
  return useAsk(listPackTypes, {}, LIST);
}

export function usePackType(id: string | undefined) {
  return useAsk(showPackType, id === undefined ? null : { id }, TRUSTED);
}

/** Returns the real contents of opened packs of a type. */
export function useOpenedPacks(id: string) {
  return useAsk(showOpenedPacks, { id }, TRUSTED).data;
}

/**
 * Loads the contents of opened packs. The server waits for the contents. If they don't load, the page is rendered
 * without them.
 */
export function loadOpenedPacks(asker: Asker, id: string): Promise<void> {
  return prepare(asker, showOpenedPacks, { id }, TRUSTED);
}

/** Returns when the prices were updated. Returns undefined until this is loaded. */
export function usePriceDay() {
  return useAsk(showPriceDay, {}, TRUSTED).data;
}

/** Loads when the prices were updated. The server waits for this. If it doesn't load, the page goes without it. */
export function loadPriceDay(asker: Asker): Promise<void> {
  return prepare(asker, showPriceDay, {}, TRUSTED);
}

/** Loads all pack types. The server waits for the pack types; a browser shows a placeholder until they arrive. */
export function loadPackTypes(asker: Asker): Promise<void> {
  return prepare(asker, listPackTypes, {}, LIST);
}

/**
 * Loads one pack type. `passed`: the pack type from the link that the visitor followed. Throws the ApiError if the pack
 * type does not exist.
 */
export async function loadPackType(asker: Asker, id: string, passed?: PackType): Promise<PackType> {
  const list = known(asker.queryClient, listPackTypes, {});
  const pack = list?.reply.find((one) => one.id === id) ?? (passed?.id === id ? passed : undefined);
  if (pack !== undefined && known(asker.queryClient, showPackType, { id }) === null) {
    note(asker.queryClient, showPackType, { id }, pack, list?.at ?? 0);
  }
  return ensure(asker, showPackType, { id }, TRUSTED);
}
