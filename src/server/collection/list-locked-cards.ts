import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { listLockedCards as row } from '#contract/shipping-desk.ts';
import type { Caller } from '#domain/access.ts';
import { toCents } from '#domain/money.ts';
import { sellPrice } from '#domain/sellback.ts';
import type { Context } from '../runtime/context.ts';
import { countLockedCards, listCardsLockedFor } from './locked-queries.ts';

export async function listLockedCards(
  { db }: Context,
  _caller: Caller,
  { reason, page, limit }: Input<typeof row>,
): Promise<Reply<typeof row>> {
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
      marketValue: toCents(one.market_value),
      sellPrice: sellPrice(toCents(one.market_value)),
      autoConvertAt: one.auto_convert_at,
    })),
    pagination: paginationOf(total, page, limit),
    counts,
  };
}
