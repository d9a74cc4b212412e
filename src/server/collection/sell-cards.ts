// Sells one or many cards back. The shop pays half of their current market value, but never less than the price that
// the user saw.
import * as rows from '#contract/collection.ts';
import { amount } from '#contract/amounts.ts';
import { judgeSale } from '#domain/card-sale.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { sum } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import * as z from 'zod/mini';
import { handler } from '../http/handler.ts';
import { buyBackInBulk, lockForSale, payForCards } from './buy-back-cards.ts';

/** Sells one card back. If the current offer is below the price that the user saw, sells nothing. */
export const sellCard = handler(rows.sellCard, {
  load: async ({ db }, userId, card) => lockForSale(db, userId, [card]),
  answer: async ({ db }, caller, input, { balance, pause, cards: [found] }) => {
    const { userId } = caller;
    refuseWhilePaused(pause);
    const sale = judgeSale(input, found ?? null);
    if (!sale.sold) {
      const details =
        sale.code === 'PRICE_CHANGED' ? { sellPrice: z.encode(amount, sale.offer) } : undefined;
      throw new Rejection(sale.code, { sentence: sale.sentence, details });
    }
    const { card, offer } = sale;
    payForCards(db, userId, 'sold', [sale]);
    return {
      cardId: card.id,
      cardName: card.name,
      marketValue: card.marketValue,
      sellPrice: offer,
      newAccountBalance: sum(balance, offer),
    };
  },
});

/** Sells many cards back. Whether one card can be sold does not affect the others. */
export const sellCardsInBulk = handler(rows.sellCardsInBulk, {
  load: async ({ db }, userId, { cards }) => lockForSale(db, userId, cards),
  answer: async ({ db }, caller, { cards }, locked) =>
    buyBackInBulk(db, caller.userId, 'sold', cards, locked),
});
