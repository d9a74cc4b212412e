// Adds and removes wishes for cards and packs.
import * as rows from '#contract/wishes.ts';
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
import { sideOf } from '#domain/wish.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import {
  deleteCardWish,
  deletePackWish,
  lockCardWish,
  storeCardWish,
  storePackWish,
  updateLine,
  type Wished,
} from './wishes-queries.ts';

export const wishForCard = handler(rows.wishForCard, async ({ db }, { userId }, { cardId }) => {
  refuse(
    await inTransaction(db, (inside) => storeCardWish(inside, userId, cardId)),
    'CARD_NOT_FOUND',
  );
  return { cardId };
});

export const wishForPack = handler(rows.wishForPack, async ({ db }, { userId }, { packTypeId }) => {
  refuse(
    await inTransaction(db, (inside) => storePackWish(inside, userId, packTypeId)),
    'PACK_NOT_FOUND',
  );
  return { packTypeId };
});

function refuse(wished: Wished, unknown: RejectionCode): void {
  if (wished === 'full') throw new Rejection('WISHES_FULL');
  if (wished === 'unknown') throw new Rejection(unknown);
}

export const drawLine = handler(rows.drawLine, async ({ db }, { userId }, { cardId, amount }) =>
  inTransaction(db, async (inside) => {
    const wish = await lockCardWish(inside, userId, cardId);
    if (wish === null) throw new Rejection('CARD_NOT_FOUND', 'You don’t wish for this card.');
    if (amount === null) {
      await updateLine(inside, userId, cardId, null);
      return { cardId, line: null };
    }
    const isAbove = sideOf(amount, wish.marketValue);
    if (isAbove === null) {
      throw new Rejection(
        'VALIDATION_ERROR',
        'That is its market value now. Set the line above or below it.',
      );
    }
    await updateLine(inside, userId, cardId, { amount, isAbove });
    return { cardId, line: { amount, isAbove, toldAt: null } };
  }),
);

export const forgetCardWish = handler(
  rows.forgetCardWish,
  async ({ db }, { userId }, { cardId }) => {
    await deleteCardWish(db, userId, cardId);
    return { cardId };
  },
);

export const forgetPackWish = handler(
  rows.forgetPackWish,
  async ({ db }, { userId }, { packTypeId }) => {
    await deletePackWish(db, userId, packTypeId);
    return { packTypeId };
  },
);
