import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { known, note } from '../api/ask.ts';
import { useSession } from '../api/session.ts';
import { storePackTypes } from './stored-pack-types.ts';
import { packTypesInWire } from './pack-types-wire.ts';
import { CACHED_MS, listPackTypes } from './queries.ts';
import { samplePackTypes } from './sample-data.ts';

const MINUTE_MS = 60_000;
const packs = samplePackTypes();

function earlierVisit(packTypes: unknown, agoMs: number): number {
  const packTypesFetchedAt = Date.now() - agoMs;
  useSession.setState({ packTypes, packTypesFetchedAt });
  return packTypesFetchedAt;
}

function thisVisit(): QueryClient {
  const queryClient = new QueryClient();
  storePackTypes(queryClient);
  return queryClient;
}

afterEach(() => useSession.setState({ packTypes: null, packTypesFetchedAt: null }));

test('the list of an earlier visit is there again, with its age', async () => {
  const fetchedAt = earlierVisit(packTypesInWire(packs), MINUTE_MS);
  const queryClient = thisVisit();
  await vi.waitFor(() =>
    expect(known(queryClient, listPackTypes, {})).toEqual({ reply: packs, at: fetchedAt }),
  );
});

test('a list that came with the page stays, and is stored after the shop’s first response', async () => {
  earlierVisit(packTypesInWire(packs), MINUTE_MS);
  const onServer = new QueryClient();
  note(onServer, listPackTypes, {}, packs.slice(1));
  const queryClient = thisVisit();
  hydrate(queryClient, dehydrate(onServer));
  await vi.dynamicImportSettled();
  expect(useSession.getState().packTypes).toEqual(packTypesInWire(packs));
  await queryClient.fetchQuery({ queryKey: ['anything'], queryFn: () => true });
  await vi.waitFor(() =>
    expect(useSession.getState().packTypes).toEqual(packTypesInWire(packs.slice(1))),
  );
  expect(known(queryClient, listPackTypes, {})?.reply).toEqual(packs.slice(1));
});

test.each([
  ['too old', packTypesInWire(packs), CACHED_MS + 1],
  ['written by an older shop', [{ title: 'A pack' }], MINUTE_MS],
])('a list that is %s is ignored', async (_why, stored, agoMs) => {
  earlierVisit(stored, agoMs);
  const queryClient = thisVisit();
  const added = vi.fn<() => void>();
  queryClient.getQueryCache().subscribe(({ type }) => type === 'added' && added());
  await vi.dynamicImportSettled();
  expect(added).not.toHaveBeenCalled();
});
