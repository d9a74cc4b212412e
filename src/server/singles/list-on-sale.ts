// Shows everybody the copies of a card that are on sale.
import { paginationOf } from '#contract/paging.ts';
import * as rows from '#contract/singles.ts';
import type { SingleOnSale } from '#contract/singles.ts';
import { isFoil } from '#domain/card.ts';
import { writeCardNumber } from '#domain/card-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { findOnSale, listOnSale, type SingleOnSaleRow } from './on-sale-queries.ts';

export const listCopiesOnSale = handler(
  rows.listCopiesOnSale,
  async (context, _caller, { id, sortBy, page, limit }) => {
    const offset = (page - 1) * limit;
    const { rows: found, total } = await listOnSale(context.db, id, sortBy, limit, offset);
    return {
      singles: found.map((one) => presentSingle(context, one)),
      pagination: paginationOf(total, page, limit),
    };
  },
);

export const showSingleOnSale = handler(rows.showSingleOnSale, async (context, _caller, { id }) => {
  const found = await findOnSale(context.db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  return {
    ...presentSingle(context, found),
    cardNumber: writeCardNumber(found),
    packId: found.pack_id,
  };
});

function presentSingle(context: Context, row: SingleOnSaleRow): SingleOnSale {
  return {
    id: row.id,
    catalogueCardId: row.card_id,
    name: row.name,
    game: row.game,
    set_id: row.set_id,
    set_name: row.set_name,
    number: row.number,
    rarity: row.rarity,
    nativeRarity: row.native_rarity,
    finish: row.finish,
    foil: isFoil(row.finish),
    condition: row.condition,
    label: row.label,
    price: row.price,
    marketValue: row.market_value,
    image: cardImageUrl(context, { ...row, id: row.card_id }),
    isPhotograph: row.photograph !== null,
    isOnSale: row.is_on_sale,
  };
}
