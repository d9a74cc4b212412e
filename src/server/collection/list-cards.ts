import * as rows from '#contract/collection.ts';
import type { CardItem } from '#contract/collection.ts';
import type { Input } from '#contract/endpoint.ts';
import { cardPaginationOf } from '#contract/paging.ts';
import { isFoil } from '#domain/card.ts';
import { csvLine, type CsvCell } from '#domain/csv.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { CURRENCY } from '#domain/money.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { daysUntil, sellPrice } from '#domain/sellback.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import { TextFile } from '../http/text-file.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import {
  listCardItems,
  summarizeCollection,
  type CardItemRow,
  type OwnCards,
} from './own-cards-queries.ts';

export const listMyCards = handler(rows.listMyCards, async (context, caller, input) => {
  const { page, pageSize, sortBy, sortOrder } = input;
  const { rows, total, totalValue, totalOffer, packNames } = await listCardItems(context.db, {
    ...askedFor(caller, input),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return {
    cards: rows.map((one) => presentCardItem(context, one)),
    pagination: cardPaginationOf(total, page, pageSize),
    filters: { sortBy, sortOrder },
    currency: CURRENCY,
    exchangeRate: context.config.usdToCad,
    packNames,
    totals: { marketValue: totalValue, sellPrice: totalOffer },
  };
});

function askedFor({ userId }: { userId: string }, input: Input<typeof rows.exportMyCards>) {
  const { status, packName, days, uncovered, sortBy, sortOrder } = input;
  const which = {
    userId,
    statuses: status ?? null,
    packName,
    withinDays: days,
    isUncovered: uncovered === 'true',
    filter: input,
  };
  return { ...which, sortBy, sortOrder };
}

/** Number of cards that an export reads at once. */
const CARDS_AT_ONCE = 500;

const CSV_HEAD = `card,set,number,rarity,source rarity,finish,condition,status,pack,opened at,expires at,market value,sells for,paid back,id`;

export const exportMyCards = handler(rows.exportMyCards, async (context, caller, input) => {
  async function* lines() {
    yield csvLine(CSV_HEAD.split(','));
    for (let offset = 0; ; offset += CARDS_AT_ONCE) {
      const page = { ...askedFor(caller, input), limit: CARDS_AT_ONCE, offset };
      // oxlint-disable-next-line no-await-in-loop -- Each piece is written before the next is read.
      const { rows: cards, total } = await listCardItems(context.db, page);
      yield cards.map((one) => csvLine(cellsOf(presentCardItem(context, one)))).join('');
      if (offset + CARDS_AT_ONCE >= total) return;
    }
  }
  return new TextFile(lines());
});

function cellsOf(item: CardItem): CsvCell[] {
  const { card } = item;
  const isPaid = item.status === 'sold' || item.status === 'converted';
  return [
    card.name,
    card.set_name,
    card.number,
    rarityWords(card.rarity),
    card.nativeRarity,
    FINISH_WORDS[card.finish],
    card.condition,
    item.status,
    item.packName,
    item.openedAt,
    item.autoConvertAt,
    { amount: item.marketValue },
    item.status === 'available' ? { amount: item.sellPrice } : null,
    isPaid ? { amount: item.sellPrice } : null,
    card.id,
  ];
}

/**
 * Shows the cards that the caller still has, or the cards with the requested statuses, and a summary of the collection.
 */
export const showCollection = handler(rows.showCollection, async (context, caller, input) => {
  const status = input.status ?? ['available', 'locked'];
  const [list, summary] = await Promise.all([
    listMyCards.answer(context, caller, { ...input, status }),
    summarizeCollection(context.db, caller.userId),
  ]);
  return {
    ...list,
    summary: {
      totalCards: summary.total_cards,
      legendary: summary.legendary,
      epic: summary.epic,
      rare: summary.rare,
      totalValue: summary.total_value,
      totalSellPrice: summary.total_offer,
    },
  };
});

/**
 * Lists the caller's available cards that expire within `days`, soonest first. Cards that have expired since the job's
 * last run are included.
 */
export const listExpiringCards = handler(rows.listExpiringCards, async (context, caller, input) => {
  const { page, pageSize, days } = input;
  const order = { sortBy: 'auto_convert_at', sortOrder: 'asc' } as const;
  const expiring: OwnCards = {
    userId: caller.userId,
    statuses: ['available'],
    packName: input.packName,
    withinDays: days,
    filter: input,
  };
  const { rows, total, packNames, totalOffer } = await listCardItems(context.db, {
    ...expiring,
    ...order,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return {
    cards: rows.map((one) => presentCardItem(context, one)),
    pagination: cardPaginationOf(total, page, pageSize),
    filters: order,
    currency: CURRENCY,
    exchangeRate: context.config.usdToCad,
    packNames,
    totalSellPrice: totalOffer,
  };
});

/** A physical card as its owner sees it. */
export function presentCardItem(
  context: Pick<Context, 'config' | 'now' | 'settings'>,
  item: CardItemRow,
): CardItem {
  const marketValue = item.market_value;
  const convertAt = item.status === 'available' ? item.auto_convert_at : null;
  return {
    card: {
      id: item.id,
      catalogueCardId: item.card_id,
      name: item.name,
      rarity: item.rarity,
      nativeRarity: item.native_rarity,
      imageUrl: cardImageUrl(context, { ...item, id: item.card_id }),
      set_name: item.set_name,
      number: item.number,
      foil: isFoil(item.finish),
      finish: item.finish,
      condition: item.condition,
    },
    packName: item.pack_name,
    packCost: item.pack_cost,
    boughtFor: item.cost,
    marketValue,
    sellPrice: item.exit_price ?? sellPrice(marketValue, item.cost),
    status: item.status,
    lockReason: item.lock_reason,
    openedAt: item.opened_at,
    leftAt: item.left_at,
    autoConvertAt: convertAt,
    daysUntilAutoConvert:
      convertAt === null ? null : daysUntil(convertAt.getTime(), context.now().getTime()),
    packOpeningId: item.opening_id,
    isCovered: item.is_covered,
  };
}
