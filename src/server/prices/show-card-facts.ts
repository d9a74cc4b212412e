import * as rows from '#contract/prices.ts';
import type { CardPrice, PackOfCard } from '#contract/prices.ts';
import type { Finish } from '#domain/card.ts';
import { toCents } from '#domain/money.ts';
import { shareOfPacks } from '#domain/pack-facts.ts';
import { Rejection } from '#domain/rejection.ts';
import { sellPrice } from '#domain/sellback.ts';
import { dayOf } from '#domain/day.ts';
import { handler } from '../http/handler.ts';
import { cardShareUrl, packImageUrl } from '../catalogue/art-urls.ts';
import {
  countOpenedCopies,
  listCardSets,
  listPacksOfCard,
  listPrintings,
  type PackOfCardRow,
} from '../catalogue/card-facts-queries.ts';
import { findCatalogueCard } from '../catalogue/cards-queries.ts';
import { inCad, type ExchangeRates } from './import-cards.ts';
import { listMarketCards, presentCatalogueCard } from '../catalogue/list-market-cards.ts';
import type { Context } from '../runtime/context.ts';
import { listPrices, type PriceRow } from './prices-queries.ts';

/** The number of days whose prices the card's page shows at first. */
const PRICE_DAYS = 90;

/** The public data of a card. */
export const showCardFacts = handler(rows.showCardFacts, async (context, _caller, { id }) => {
  const { db, config } = context;
  const card = await findCatalogueCard(db, id);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  const [printings, prices, packs, openedCopies] = await Promise.all([
    listPrintings(db, card),
    listPrices(db, id, PRICE_DAYS),
    listPacksOfCard(db, id),
    countOpenedCopies(db, id),
  ]);
  return {
    card: presentCatalogueCard(context, card),
    sharePicture: cardShareUrl(context, id),
    instantCredit: sellPrice(card.market_value),
    printings: printings.map((one) => presentCatalogueCard(context, one)),
    prices: prices.map((price) => presentPrice(config, price, card.finish)),
    today: dayOf(context.now()),
    packs: packs.map((pack) => presentPack(context, pack)),
    openedCopies,
  };
});

/** Returns a stored price in the form of the API, which also has the price in CAD at today's rate. */
export function presentPrice(rates: ExchangeRates, price: PriceRow, finish: Finish): CardPrice {
  const { date, amount_minor, currency, source } = price;
  const amount = toCents(amount_minor);
  return { date, amount, currency, source, finish, marketValue: inCad(price, rates) };
}

function presentPack(context: Context, row: PackOfCardRow): PackOfCard {
  const { id, name, price, picture, packs, of_packs: of, counted_at } = row;
  const isCounted = packs !== null && of !== null;
  return {
    packTypeId: id,
    name,
    price,
    packImageUrl: packImageUrl(context, id, picture),
    counted: isCounted
      ? { packs, of, chance: shareOfPacks(packs, of), countedAt: counted_at!, isCurrent: true }
      : null,
  };
}

/** The number of cards on one page of the list. */
const SHELF_SIZE = 24;

export const showCardShelf = handler(rows.showCardShelf, async (context) => {
  const first = { page: 1, pageSize: SHELF_SIZE, sortBy: 'price', sortOrder: 'desc' } as const;
  const [sets, list] = await Promise.all([
    listCardSets(context.db),
    listMarketCards.answer(context, null, first),
  ]);
  return {
    sets: sets.map(({ released_on: releasedOn, ...set }) => ({ ...set, releasedOn })),
    list,
  };
});
