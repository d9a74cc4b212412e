import * as rows from '#contract/collection.ts';
import { loadingVerb } from '../http/verb.ts';
import { areFew, buyBackInBulk, lockForSale } from './buy-back-cards.ts';

/** Converts cards of the caller's at once, which their thirty days would do by themselves (choice 70). */
export const convertCards = loadingVerb(
  rows.convertCards,
  async ({ db }, userId, { cards }) => lockForSale(db, userId, cards),
  async ({ db }, caller, { cards }, locked) =>
    buyBackInBulk(db, caller.userId, 'converted', cards, locked),
  { sharesTransaction: ({ cards }) => areFew(cards) },
);
