// Selling cards back, one or many: at half of their market value now, never below what the person saw.
import * as rows from '#contract/collection.ts';
import { amount } from '#contract/amounts.ts';
import { judgeSale } from '#domain/card-sale.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { Rejection } from '#domain/rejection.ts';
import * as z from 'zod/mini';
import { verb } from '../http/verb.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { buyBackInBulk, payForCards } from './buy-back-cards.ts';
import { lockOwnedCards } from './physical-cards-queries.ts';

/**
 * Sells one card back. When the offer is less than the price the person saw, nothing is sold: a price
 * is never lowered in silence.
 */
export const sellCard = verb(rows.sellCard, async ({ db }, caller, input) => {
  const { userId } = caller;
  // Money is locked before stock; both travel together.
  const [{ pause }, [found]] = await Promise.all([
    lockAccountToSpend(db, userId),
    lockOwnedCards(db, userId, [input.cardId]),
  ]);
  refuseWhilePaused(pause);
  const sale = judgeSale(input, found ?? null);
  if (!sale.sold) {
    const details =
      sale.code === 'PRICE_CHANGED' ? { sellPrice: z.encode(amount, sale.offer) } : undefined;
    throw new Rejection(sale.code, { sentence: sale.sentence, details });
  }
  const { card, offer } = sale;
  return {
    cardId: card.id,
    cardName: card.name,
    marketValue: card.marketValue,
    sellPrice: offer,
    newAccountBalance: await payForCards(db, userId, 'sold', [sale]),
  };
});

/** Sells many cards back, each for itself. */
export const sellCardsInBulk = verb(rows.sellCardsInBulk, async ({ db }, caller, { cards }) => {
  return buyBackInBulk(db, caller.userId, 'sold', cards);
});
