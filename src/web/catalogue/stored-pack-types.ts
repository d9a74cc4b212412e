// Stores the list of pack types in the browser, so that the next visit can show it at once. The list is stored in wire
// form beside the session (docs/product.md §14).
import type { PackType } from '#contract/catalogue.ts';
import { known, note, whenAnswered } from '../api/ask.ts';
import type { QueryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { KEPT_MS, listPackTypes } from './queries.ts';

/**
 * Loads the pack types that an earlier visit stored, and stores every newer list. A list that came with the
 * server-rendered page is stored after the shop's first response (choice 216).
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

// Encoding and decoding need the contract, which is not part of the first page. If the contract doesn't load, nothing
// is stored, and the next visit queries the shop again.
const loadWire = () => import('./pack-types-wire.ts').catch(() => null);

async function takeUp(queryClient: QueryClient, kept: unknown, fetchedAt: number): Promise<void> {
  const packTypes = (await loadWire())?.packTypesOfWire(kept) ?? null;
  // The page may have received a newer list in the meantime.
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
