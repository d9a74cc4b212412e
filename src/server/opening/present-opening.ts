import type { PackOpening } from '#contract/opening.ts';
import { isFoil } from '#domain/card.ts';
import { sum, type Cents } from '#domain/money.ts';
import { sellPrice } from '#domain/sellback.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import type { Context } from '../runtime/context.ts';
import type { OpenedCardRow, OpenedPackRow } from './openings-queries.ts';

/** Returns an opening in the form of the API. */
export function presentOpening(
  context: Context,
  opening: OpenedPackRow & { paid: Cents; is_covered: boolean },
  rows: OpenedCardRow[],
): PackOpening {
  const cards = rows.map((row) => {
    const value = row.market_value;
    return {
      id: row.id,
      catalogueCardId: row.card_id,
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
      image: cardImageUrl(context, { ...row, id: row.card_id }),
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
    isCovered: opening.is_covered,
  };
}
