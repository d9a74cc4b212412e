// Sells packs for credits and opens them in one step.
import type { PackOpening } from '#contract/opening.ts';
import type { Cents } from '#domain/money.ts';
import { missingPacks } from '#domain/purchase.ts';
import { assert } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { BrokenPacks } from './withhold-broken-packs.ts';
import { sellAndOpenPacks, type Sale, type SoldPackRow } from './openings-queries.ts';
import { presentOpening } from './present-opening.ts';

type SoldPack = { id: string; packTypeId: string; opening: SoldPackRow };

/**
 * Sells packs to a buyer whose account is locked, opens the packs, and returns them. Runs inside the caller's
 * transaction, which writes the order. If the packs are fewer than wanted, the caller must reject, and the rollback
 * releases them. The first claim skips packs that other purchases are claiming. If too few remain, a second claim waits
 * for those purchases, because they may fail, and no buyer may see "sold out" because of a purchase that failed.
 * Batches never wait (`AWAITED_PACKS.mayWait`).
 */
export async function sellAndOpen(db: Transaction, sale: Sale): Promise<SoldPack[]> {
  const quick = await claim(db, { ...sale, waits: false });
  const missing = missingPacks(sale.wanted, quick);
  if (missing.length === 0) return quick;
  return [...quick, ...(await claim(db, { ...sale, wanted: missing, waits: true }))];
}

async function claim(db: Transaction, sale: Sale & { waits: boolean }): Promise<SoldPack[]> {
  const rows = await sellAndOpenPacks(db, sale);
  return rows.map((row) => ({ id: row.pack_id, packTypeId: row.pack_type_id, opening: row }));
}

/**
 * Returns the openings of sold packs in the form of the API, in the order of `packs`. If a pack has no opening, rejects
 * with PACK_UNAVAILABLE (BrokenPacks). `isCovered`: the buyer chooses later how to see the cards.
 */
export function presentSold(
  context: Context,
  packs: (SoldPack & { paid: Cents })[],
  isCovered: boolean,
): PackOpening[] {
  // The pack must differ from its document, because all these packs were on sale a moment ago.
  const broken = packs.filter(({ opening }) => opening.opening_id === null).map(({ id }) => id);
  if (broken.length > 0) throw new BrokenPacks('PACK_UNAVAILABLE', broken, TRY_AGAIN);
  return packs.map(({ opening, paid }) => {
    assert(opening.opening_id !== null, 'a pack that is like its document was opened');
    return presentOpening(context, { ...opening, paid, is_covered: isCovered }, opening.cards);
  });
}

const TRY_AGAIN =
  'The shop has to look into one of these packs. Nothing was bought: please try again.';
