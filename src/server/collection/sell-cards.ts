// Buying cards back, one or many: at half of their market value now, never below what the person saw.
import { amount } from '#contract/amounts.ts';
import type { sellCard as row, sellCardsInBulk as bulkRow } from '#contract/collection.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { judgeSale, planBulkSale, type OwnedCard } from '#domain/card-sale.ts';
import { cardBuyback, type Journal } from '#domain/ledger.ts';
import type { Cents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import * as z from 'zod/mini';
import { updateCardsToSold, updateCardToSold } from '../catalogue/queries.ts';
import { postJournal, postJournals } from '../ledger/post.ts';
import { lockAccount } from '../ledger/queries.ts';
import type { Context } from '../runtime/context.ts';
import { lockOwnedCards } from './queries.ts';

/**
 * Sells one card back. When the offer is less than the price the person saw, nothing is sold: a price
 * is never lowered in silence.
 */
export async function sellCard(
  { db }: Context,
  caller: Caller,
  input: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const { userId } = caller;
  // Money is locked before stock; both travel together.
  const [, [found]] = await Promise.all([
    lockAccount(db, userId),
    lockOwnedCards(db, userId, [input.cardId]),
  ]);
  const sale = judgeSale(input, found ?? null);
  if (!sale.sold) {
    const details =
      sale.code === 'PRICE_CHANGED' ? { sellPrice: z.encode(amount, sale.offer) } : undefined;
    throw new Rejection(sale.code, sale.sentence, details);
  }
  const { card, offer } = sale;
  const [, newAccountBalance] = await Promise.all([
    updateCardToSold(db, card.id, offer),
    postJournal(db, saleOf(userId, card, offer)),
  ]);
  return {
    cardId: card.id,
    cardName: card.name,
    marketValue: card.marketValue,
    sellPrice: offer,
    newAccountBalance,
  };
}

/** What a result calls a card that is not the caller's to know. */
const UNKNOWN_CARD = 'Unknown card';

/**
 * Sells many cards back in one transaction, each for itself: a card that can't be sold is told with its
 * reason and keeps no other from being sold. A handful of statements, whatever their number.
 */
export async function sellCardsInBulk(
  { db }: Context,
  caller: Caller,
  input: Input<typeof bulkRow>,
): Promise<Reply<typeof bulkRow>> {
  const { userId } = caller;
  const [balance, cards] = await Promise.all([
    lockAccount(db, userId),
    lockOwnedCards(db, userId, [...new Set(input.cards.map((one) => one.cardId))]),
  ]);
  const { sales, total } = planBulkSale(input.cards, cards);
  const sold = sales.filter((sale) => sale.sold);
  const [, newAccountBalance] =
    sold.length === 0
      ? [null, balance]
      : await Promise.all([
          updateCardsToSold(
            db,
            sold.map(({ card, offer }) => ({ cardId: card.id, paid: offer })),
          ),
          postJournals(
            db,
            sold.map(({ card, offer }) => saleOf(userId, card, offer)),
          ),
        ]);
  return {
    successCount: sold.length,
    failureCount: sales.length - sold.length,
    totalSellPrice: total,
    newAccountBalance,
    results: sales.map((sale, index) => ({
      cardId: input.cards[index]!.cardId,
      cardName: sale.card?.name ?? UNKNOWN_CARD,
      sellPrice: sale.offer,
      success: sale.sold,
      error: sale.sold ? null : sale.sentence,
      code: sale.sold ? null : sale.code,
    })),
  };
}

function saleOf(userId: string, card: OwnedCard, paid: Cents): Journal {
  return {
    kind: 'card_sale',
    referenceId: card.id,
    userId,
    description: card.name,
    transfers: cardBuyback(userId, paid),
  };
}
