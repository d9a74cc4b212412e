// Stores the list of pack types in the browser, so that the next visit can show it at once. The list is stored in wire
// form together with the session (docs/product.md §14).
import type { PackType } from '#contract/catalogue.ts';
import { known, note, onReply } from '../api/ask.ts';
import type { QueryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { CACHED_MS, listPackTypes } from './queries.ts';

/**
 * Loads the pack types that an earlier visit stored, and stores every newer list. A list that came with the
 * server-rendered page is stored only after the first response from the shop (choice 216).
 */
export function storePackTypes(queryClient: QueryClient): void {
  const { packTypes, packTypesFetchedAt } = useSession.getState();
  if (packTypesFetchedAt !== null && Date.now() - packTypesFetchedAt < CACHED_MS) {
    void takeUp(queryClient, packTypes, packTypesFetchedAt);
  }
  let storedAt = packTypesFetchedAt;
  onReply(queryClient, () => {
    const list = known(queryClient, listPackTypes, {});
    if (list === null || list.at === storedAt) return;
    storedAt = list.at;
    void storeList(list.reply, list.at);
  });
}

// Encoding and decoding need the contract, which is not part of the first page. If the contract does not load, nothing
// is stored, and the next visit requests the list from the shop.
const loadWire = () => import('./pack-types-wire.ts').catch(() => null);

async function takeUp(queryClient: QueryClient, stored: unknown, fetchedAt: number): Promise<void> {
  const packTypes = (await loadWire())?.packTypesOfWire(stored) ?? null;
  // If the page has received a list in the meantime, that list is newer than the stored one.
  if (packTypes === null || known(queryClient, listPackTypes, {}) !== null) return;
  note(queryClient, listPackTypes, {}, packTypes, fetchedAt);
}

async function storeList(packTypes: PackType[], fetchedAt: number): Promise<void> {
  const wire = await loadWire();
  if (wire === null) return;
  useSession.setState({
    packTypes: wire.packTypesInWire(packTypes),
    packTypesFetchedAt: fetchedAt,
  });
}
