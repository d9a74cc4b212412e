// What the pages know of the catalogue, and how long they trust it (docs/product.md §14).
import type { PackType } from '#contract/catalogue.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, type Call } from '../api/call.ts';
import { loadCode } from '../api/load-code.ts';
import { orSamples } from './sample-fallback.ts';

const FRESH_MS = 5 * 60_000;
export const KEPT_MS = 10 * 60_000;
const RETRIES = 3;
const RETRY_DELAY_MAX_MS = 30_000;

export const PACK_TYPES_KEY = ['pack-types'] as const;

/** Every pack type. Retries by itself, so the request client's own retries are off. */
export function packTypesQuery(by: Call = call) {
  return queryOptions({
    queryKey: PACK_TYPES_KEY,
    queryFn: ({ signal }) => orSamples(allPackTypes(by, signal)),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    // A page that is rendered on the server does not wait for second tries.
    retry: import.meta.env.SSR ? false : RETRIES,
    retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, RETRY_DELAY_MAX_MS),
  });
}

async function allPackTypes(by: Call, signal: AbortSignal): Promise<PackType[]> {
  const { listPackTypes } = await loadCode(import('#contract/catalogue.ts'));
  return by(listPackTypes, {}, { signal, retry: false });
}

/** One pack type; taken from the list where that is known. */
export function packTypeQuery(id: string, by: Call = call) {
  return queryOptions({
    queryKey: ['pack-type', id],
    queryFn: async ({ signal }) => {
      const { showPackType } = await loadCode(import('#contract/catalogue.ts'));
      return by(showPackType, { id }, { signal });
    },
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
  });
}

/** Loads the list: the server waits for it, the browser shows that it is coming. */
export async function loadPackTypes(queryClient: QueryClient, by: Call): Promise<void> {
  const loading = queryClient.prefetchQuery(packTypesQuery(by));
  if (import.meta.env.SSR) await loading;
}

/** Loads one pack type; `known` is the pack that a link passed along. Throws the ApiError of a missing one. */
export async function loadPackType(
  queryClient: QueryClient,
  by: Call,
  id: string,
  known: PackType | undefined,
): Promise<PackType> {
  const query = packTypeQuery(id, by);
  const list = queryClient.getQueryState<PackType[]>(PACK_TYPES_KEY);
  const pack = list?.data?.find((one) => one.id === id) ?? (known?.id === id ? known : undefined);
  if (pack !== undefined && queryClient.getQueryData(query.queryKey) === undefined) {
    queryClient.setQueryData(query.queryKey, pack, { updatedAt: list?.dataUpdatedAt ?? 0 });
  }
  return queryClient.ensureQueryData({ ...query, revalidateIfStale: true });
}
