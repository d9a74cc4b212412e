// One card: a physical one for its owner, a catalogue one for anybody.
import * as rows from '#contract/collection.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { presentCatalogueCard } from '../catalogue/list-market-cards.ts';
import { findCatalogueCard } from '../catalogue/cards-queries.ts';
import { listPrices } from '../catalogue/prices-queries.ts';
import { verb } from '../http/verb.ts';
import { presentCardItem } from './list-cards.ts';
import { findCardItem, listCardEvents } from './physical-cards-queries.ts';

export const showCard = verb(rows.showCard, async (context, caller, { id }) => {
  const { db } = context;
  const own = caller === null ? null : await findCardItem(db, caller.userId, id);
  if (own !== null) return presentCardItem(context, own);
  const card = await findCatalogueCard(db, id);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  return presentCatalogueCard(context, card);
});

export const showCardHistory = verb(rows.showCardHistory, async ({ db }, caller, { id, days }) => {
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
});
