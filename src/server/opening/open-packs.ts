// An opening reveals what was fixed at intake; it never draws.
import { randomUUID } from 'node:crypto';
import type { PackOpening } from '#contract/opening.ts';
import { isFoil } from '#domain/card.ts';
import { sum, type Cents } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { CONVERT_AFTER_DAYS, sellPrice } from '#domain/sellback.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import type { Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { BrokenPacks } from './keep-broken-packs.ts';
import {
  listOpenedCards,
  openSoldPacks,
  type OpenedCardRow,
  type OpenedPackRow,
} from './openings-queries.ts';

/**
 * Opens packs that were just sold to a user, inside the caller's transaction, and answers the
 * openings in the order of `packs`. The order is being written meanwhile: what each pack cost is told. Rejects with
 * PACK_UNAVAILABLE (BrokenPacks).
 */
export async function openPacks(
  context: Context<Transaction>,
  userId: string,
  packs: { id: string; paid: Cents }[],
): Promise<PackOpening[]> {
  const packIds = packs.map(({ id }) => id);
  // Sent together: the cards can be read once the statement before has revealed them.
  const [opened, cards] = await Promise.all([
    openSoldPacks(context.db, {
      userId,
      openingIds: packIds.map(() => randomUUID()),
      packIds,
      convertAfterDays: CONVERT_AFTER_DAYS,
    }),
    listOpenedCards(context.db, packIds),
  ]);
  const broken = packIds.filter((id) => !opened.some((one) => one.pack_id === id));
  // They were sold a moment ago, so nothing else is wrong with them.
  if (broken.length > 0) throw new BrokenPacks('PACK_UNAVAILABLE', broken, TRY_AGAIN);
  return packs.map(({ id: packId, paid }) => {
    const opening = opened.find((one) => one.pack_id === packId);
    assert(opening !== undefined, 'each pack has its opening');
    return presentOpening(
      context,
      { ...opening, paid },
      cards.filter((card) => card.pack_id === packId),
    );
  });
}

const TRY_AGAIN =
  'The shop has to look into one of these packs. Nothing was bought: please try again.';

/** An opening as the API shows it. */
export function presentOpening(
  context: Context,
  opening: OpenedPackRow & { paid: Cents },
  rows: OpenedCardRow[],
): PackOpening {
  const cards = rows.map((row) => {
    const value = row.market_value;
    return {
      id: row.id,
      name: row.name,
      rarity: row.rarity,
      nativeRarity: row.native_rarity,
      foil: isFoil(row.finish),
      finish: row.finish,
      condition: row.condition,
      isHighValue: value >= context.config.highValue,
      value,
      sellPrice: row.exit_price ?? sellPrice(value),
      status: row.status,
      image: cardImageUrl(row.card_id),
      set_name: row.set_name,
    };
  });
  return {
    id: opening.opening_id,
    packId: opening.pack_id,
    packTypeId: opening.pack_type_id,
    packName: rows[0]?.pack_name ?? '',
    openedAt: opening.opened_at,
    cards,
    totalValue: sum(...cards.map((card) => card.value)),
    paid: opening.paid,
  };
}
