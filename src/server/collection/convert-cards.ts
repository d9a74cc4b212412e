import * as rows from '#contract/collection.ts';
import { verb } from '../http/verb.ts';
import { buyBackInBulk } from './buy-back-cards.ts';

/** Converts cards of the caller's at once, which their thirty days would do by themselves (choice 70). */
export const convertCards = verb(rows.convertCards, async ({ db }, caller, { cards }) => {
  return buyBackInBulk(db, caller.userId, 'converted', cards);
});
