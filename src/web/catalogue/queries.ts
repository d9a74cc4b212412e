// What the pages know of the catalogue, and how long they trust it (docs/product.md §14).
import { listPackTypes, showPackType, type PackType } from '#contract/catalogue.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, type Call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { orSamples } from './sample-fallback.ts';

const FRESH_MS = 5 * 60_000;
const KEPT_MS = 10 * 60_000;
const RETRIES = 3;
const RETRY_DELAY_MAX_MS = 30_000;

const PACK_TYPES_KEY = ['pack-types'] as const;

/** Every pack type. Retries by itself, so the request client's own retries are off. */
export function packTypesQuery(by: Call = call) {
  return queryOptions({
    queryKey: PACK_TYPES_KEY,
    queryFn: ({ signal }) => orSamples(by(listPackTypes, {}, { signal, retry: false })),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    // A page that is rendered on the server does not wait for second tries.
    retry: import.meta.env.SSR ? false : RETRIES,
    retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, RETRY_DELAY_MAX_MS),
  });
}

/** One pack type; taken from the list where that is known. */
export function packTypeQuery(id: string, by: Call = call) {
  return queryOptions({
    queryKey: ['pack-type', id],
    queryFn: ({ signal }) => by(showPackType, { id }, { signal }),
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

const keptPackTypes = listPackTypes.reply;

/** Takes up the pack types that an earlier visit kept, and keeps those that come from now on. */
export function keepPackTypes(queryClient: QueryClient): void {
  const { packTypes, packTypesFetchedAt } = useSession.getState();
  const isRecent = packTypesFetchedAt !== null && Date.now() - packTypesFetchedAt < KEPT_MS;
  if (isRecent && queryClient.getQueryData(PACK_TYPES_KEY) === undefined) {
    const decoded = z.safeDecode(keptPackTypes, packTypes as never);
    if (decoded.success) {
      queryClient.setQueryData(PACK_TYPES_KEY, decoded.data, { updatedAt: packTypesFetchedAt });
    }
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== PACK_TYPES_KEY[0]) return;
    const { data, dataUpdatedAt } = query.state;
    if (data === undefined || useSession.getState().packTypesFetchedAt === dataUpdatedAt) return;
    useSession.setState({
      packTypes: z.encode(keptPackTypes, data as PackType[]),
      packTypesFetchedAt: dataUpdatedAt,
    });
  });
}
