// One card: a physical one for its owner, a catalogue one for anybody.
import type { showCard as row, showCardHistory as historyRow } from '#contract/collection.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { presentCatalogueCard } from '../catalogue/list-market-cards.ts';
import { findCatalogueCard, listPrices } from '../catalogue/queries.ts';
import type { Context } from '../runtime/context.ts';
import { presentCardItem } from './list-cards.ts';
import { findCardItem, listCardEvents } from './queries.ts';

export async function showCard(
  { db, now }: Context,
  caller: Caller | null,
  { id }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const own = caller === null ? null : await findCardItem(db, caller.userId, id);
  if (own !== null) return presentCardItem(own, now());
  const card = await findCatalogueCard(db, id);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  return presentCatalogueCard(card);
}

export async function showCardHistory(
  { db }: Context,
  caller: Caller | null,
  { id, days }: Input<typeof historyRow>,
): Promise<Reply<typeof historyRow>> {
  const own = caller === null ? null : await findCardItem(db, caller.userId, id);
  const card = await findCatalogueCard(db, own?.card_id ?? id);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  const [prices, events] = await Promise.all([
    listPrices(db, card.id, Number(days)),
    own === null ? [] : listCardEvents(db, caller!.userId, id),
  ]);
  return {
    prices: prices.map(({ date, amount_minor, currency, source }) => ({
      date,
      amount: toCents(amount_minor),
      currency,
      source,
      finish: card.finish,
    })),
    events,
  };
}
