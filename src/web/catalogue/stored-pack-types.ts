// The list of pack types outlives a visit: the browser keeps it in wire form beside the session
// (docs/product.md §14).
import type { PackType } from '#contract/catalogue.ts';
import { known, note, whenAnswered } from '../api/ask.ts';
import type { QueryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { KEPT_MS, listPackTypes } from './queries.ts';

/**
 * Takes up the pack types that an earlier visit kept, and keeps those of this one: also those that came with the page,
 * once the shop was asked for anything, when the code that it takes is there (choice 216).
 */
export function storePackTypes(queryClient: QueryClient): void {
  const { packTypes, packTypesFetchedAt } = useSession.getState();
  if (packTypesFetchedAt !== null && Date.now() - packTypesFetchedAt < KEPT_MS) {
    void takeUp(queryClient, packTypes, packTypesFetchedAt);
  }
  let keptAt = packTypesFetchedAt;
  whenAnswered(queryClient, () => {
    const list = known(queryClient, listPackTypes, {});
    if (list === null || list.at === keptAt) return;
    keptAt = list.at;
    void keep(list.answer, list.at);
  });
}

// Both directions need the contract, which is not part of the first page. A browser that can't load it
// keeps nothing, and asks the shop again.
const loadWire = () => import('./pack-types-wire.ts').catch(() => null);

async function takeUp(queryClient: QueryClient, kept: unknown, fetchedAt: number): Promise<void> {
  const packTypes = (await loadWire())?.packTypesOfWire(kept) ?? null;
  // The page may have brought a newer list meanwhile.
  if (packTypes === null || known(queryClient, listPackTypes, {}) !== null) return;
  note(queryClient, listPackTypes, {}, packTypes, fetchedAt);
}

async function keep(packTypes: PackType[], fetchedAt: number): Promise<void> {
  const wire = await loadWire();
  if (wire === null) return;
  useSession.setState({
    packTypes: wire.packTypesInWire(packTypes),
    packTypesFetchedAt: fetchedAt,
  });
}
