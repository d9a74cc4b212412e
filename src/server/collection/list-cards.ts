import * as rows from '#contract/collection.ts';
import type { CardItem } from '#contract/collection.ts';
import { cardPaginationOf } from '#contract/paging.ts';
import { isFoil } from '#domain/card.ts';
import { CURRENCY } from '#domain/money.ts';
import { daysUntil, sellPrice } from '#domain/sellback.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import { verb } from '../http/verb.ts';
import type { Context } from '../runtime/context.ts';
import { listCardItems, summarizeCollection, type CardItemRow } from './physical-cards-queries.ts';

export const listMyCards = verb(rows.listMyCards, async (context, caller, input) => {
  const { page, pageSize, sortBy, sortOrder } = input;
  const { rows, total, packNames } = await listCardItems(context.db, {
    userId: caller.userId,
    statuses: input.status ?? null,
    packName: input.packName,
    filter: input,
    sortBy,
    sortOrder,
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
  };
});

/** The cards that are still the caller's, unless other statuses are asked for, and a summary of them. */
export const showCollection = verb(rows.showCollection, async (context, caller, input) => {
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
 * The caller's available cards whose time ends within `days`, soonest first; those that are overdue until
 * the next run of the job too.
 */
export const listExpiringCards = verb(rows.listExpiringCards, async (context, caller, input) => {
  const { page, pageSize, days } = input;
  const order = { sortBy: 'auto_convert_at', sortOrder: 'asc' } as const;
  const { rows, total, totalOffer, packNames } = await listCardItems(context.db, {
    userId: caller.userId,
    statuses: ['available'],
    packName: input.packName,
    withinDays: days,
    filter: input,
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
  { config, now }: Pick<Context, 'config' | 'now'>,
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
      imageUrl: cardImageUrl(config, { ...item, id: item.card_id }),
      set_name: item.set_name,
      foil: isFoil(item.finish),
      finish: item.finish,
      condition: item.condition,
    },
    packName: item.pack_name,
    packCost: item.pack_cost,
    marketValue,
    sellPrice: item.exit_price === null ? sellPrice(marketValue) : item.exit_price,
    status: item.status,
    lockReason: item.lock_reason,
    openedAt: item.opened_at,
    autoConvertAt: convertAt,
    daysUntilAutoConvert:
      convertAt === null ? null : daysUntil(convertAt.getTime(), now().getTime()),
    packOpeningId: item.opening_id,
  };
}
