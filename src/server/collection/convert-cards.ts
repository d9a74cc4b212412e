import * as rows from '#contract/collection.ts';
import { handler } from '../http/handler.ts';
import { buyBackInBulk, lockForSale } from './buy-back-cards.ts';

/** Converts the caller's cards now, as an expiry after thirty days would (choice 70). */
export const convertCards = handler(rows.convertCards, {
  load: async ({ db }, userId, { cards }) => lockForSale(db, userId, cards),
  answer: async ({ db }, caller, { cards }, locked) =>
    buyBackInBulk(db, caller.userId, 'converted', cards, locked),
});
