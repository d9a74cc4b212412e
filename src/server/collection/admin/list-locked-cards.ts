import * as rows from '#contract/collection-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { sellPrice } from '#domain/sellback.ts';
import { handler } from '../../http/handler.ts';
import { countLockedCards, listCardsLockedFor } from './locked-cards-queries.ts';

export const listLockedCards = handler(
  rows.listLockedCards,
  async ({ db }, _caller, { reason, page, limit }) => {
    const [rows, counts] = await Promise.all([
      listCardsLockedFor(db, reason, limit, (page - 1) * limit),
      countLockedCards(db),
    ]);
    const total = counts.find((one) => one.reason === reason)!.count;
    return {
      cards: rows.map((one) => ({
        cardId: one.id,
        name: one.name,
        setName: one.set_name,
        number: one.number,
        finish: one.finish,
        ownerEmail: one.email,
        marketValue: one.market_value,
        sellPrice: sellPrice(one.market_value),
        autoConvertAt: one.auto_convert_at,
      })),
      pagination: paginationOf(total, page, limit),
      counts,
    };
  },
);
