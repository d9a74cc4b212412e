// Shows one card, which is either a physical card (only to its owner) or a card of the catalogue (to anybody).
import * as rows from '#contract/collection.ts';
import { Rejection } from '#domain/rejection.ts';
import { presentCatalogueCard } from '../catalogue/list-market-cards.ts';
import { findCatalogueCard } from '../catalogue/cards-queries.ts';
import { inCad } from '../prices/import-cards.ts';
import { presentPrice } from '../prices/show-card-facts.ts';
import { listPrices, listPricesOn } from '../prices/prices-queries.ts';
import { handler } from '../http/handler.ts';
import { presentCardItem } from './list-cards.ts';
import { findCardItem, findOrigin, listCardEvents } from './own-cards-queries.ts';

export const showCard = handler(rows.showCard, async (context, caller, { id }) => {
  const { db } = context;
  const own = caller === null ? null : await findCardItem(db, caller.userId, id);
  if (own !== null) return presentCardItem(context, own);
  const card = await findCatalogueCard(db, id);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  return presentCatalogueCard(context, card);
});

export const showCardHistory = handler(
  rows.showCardHistory,
  async ({ db, config }, caller, { id, days }) => {
    const own = caller === null ? null : await findCardItem(db, caller.userId, id);
    const card = await findCatalogueCard(db, own?.card_id ?? id);
    if (card === null) throw new Rejection('CARD_NOT_FOUND');
    const [prices, events, origin] = await Promise.all([
      listPrices(db, card.id, Number(days)),
      own === null ? [] : listCardEvents(db, caller!.userId, id),
      own === null ? null : findOrigin(db, caller!.userId, id),
    ]);
    const values = await listPricesOn(
      db,
      card.id,
      events.map(({ day }) => day),
    );
    return {
      prices: prices.map((price) => presentPrice(config, price, card.finish)),
      events: events.map(({ type, at, day, paid, days_ahead: daysAhead }) => {
        const price = values.get(day);
        const marketValue = price === undefined ? null : inCad(price, config);
        return { type, at, marketValue, paid, daysAhead };
      }),
      packId: origin?.pack_id ?? null,
      inDrop: origin?.in_drop ?? null,
      shipmentId: origin?.shipment_id ?? null,
    };
  },
);
