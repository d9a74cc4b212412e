// Handles operators' decisions about locked cards. Expired cards get thirty more days or are paid in credits (choice
// 73). Cards whose money was refunded are released or taken back.
import * as rows from '#contract/collection-admin.ts';
import { decideLocked, planExpiry, type Decision } from '#domain/expiry.ts';
import { sum, ZERO } from '#domain/money.ts';
import { decimalOf } from '#domain/decimals.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { reclaimCards, releaseExpiredCards } from '../../stock/physical-cards-queries.ts';
import { handler } from '../../http/handler.ts';
import { lockAccount } from '../../ledger/ledger-accounts-queries.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { payForCards } from '../buy-back-cards.ts';
import { listOwnersOfCards, lockCardsOfAnybody } from '../own-cards-queries.ts';

/**
 * Releases cards that are locked because they expired or were refunded. They get thirty more days,
 * with reminders.
 */
export const releaseCards = handler(rows.releaseCards, async (context, caller, { cardIds }) => {
  const { db } = context;
  const decisions = decideLocked(cardIds, await lockCardsOfAnybody(db, cardIds), [
    'expired',
    'refund',
  ]);
  const released = decisions.flatMap((one) => (one.isDone ? [one.card.id] : []));
  const autoConvertAt =
    released.length === 0 ? null : await releaseExpiredCards(db, released, CONVERT_AFTER_DAYS);
  for (const one of decisions) {
    if (!one.isDone) continue;
    await recordAuditEntry(context, caller, {
      action: 'release_card',
      subject: { kind: 'card', id: one.card.id },
      before: { lockReason: one.card.lockReason },
      after: { autoConvertAt },
    });
  }
  return {
    ...count(decisions),
    results: decisions.map((one, index) => ({
      ...resultOf(cardIds[index]!, one),
      autoConvertAt: one.isDone ? autoConvertAt : null,
    })),
  };
});

/** Converts expired, locked cards to credits for their owners, like an automatic expiry. */
export const convertExpiredByHand = handler(
  rows.convertExpiredByHand,
  async (context, caller, { cardIds }) => {
    const { db } = context;
    const owners = await listOwnersOfCards(db, cardIds);
    // Accounts are locked before cards, in the order of the accounts' ids. No account can be missed, because a card's
    // owner never changes.
    await Promise.all(owners.map((ownerId) => lockAccount(db, ownerId)));
    const decisions = decideLocked(cardIds, await lockCardsOfAnybody(db, cardIds), ['expired']);
    const { converted } = planExpiry(
      decisions.flatMap((one) => (one.isDone ? [one.card] : [])),
      true,
    );
    for (const ownerId of owners) {
      const theirs = converted.filter(({ card }) => card.ownerId === ownerId);
      if (theirs.length > 0) payForCards(db, ownerId, 'converted', theirs);
    }
    for (const { card, offer } of converted) {
      await recordAuditEntry(context, caller, {
        action: 'convert_card',
        subject: { kind: 'card', id: card.id },
        before: { lockReason: 'expired' },
        after: { userId: card.ownerId, sellPrice: decimalOf(offer) },
      });
    }
    const offers = new Map(converted.map(({ card, offer }) => [card.id, offer]));
    return {
      ...count(decisions),
      totalSellPrice: sum(...offers.values()),
      results: decisions.map((one, index) => ({
        ...resultOf(cardIds[index]!, one),
        sellPrice: one.isDone ? offers.get(one.card.id)! : ZERO,
      })),
    };
  },
);

/**
 * Takes back cards whose money was refunded outside the shop. The cards belong to the house again,
 * and their owners get nothing for them.
 */
export const takeBackCards = handler(rows.takeBackCards, async (context, caller, { cardIds }) => {
  const { db } = context;
  const decisions = decideLocked(cardIds, await lockCardsOfAnybody(db, cardIds), ['refund']);
  const taken = decisions.flatMap((one) => (one.isDone ? [one.card] : []));
  await reclaimCards(
    db,
    taken.map(({ id }) => id),
  );
  for (const { id, ownerId } of taken) {
    await recordAuditEntry(context, caller, {
      action: 'take_back_card',
      subject: { kind: 'card', id },
      before: { lockReason: 'refund' },
      after: { userId: ownerId },
    });
  }
  return {
    ...count(decisions),
    results: decisions.map((one, index) => resultOf(cardIds[index]!, one)),
  };
});

/** The name shown for an unknown card. */
const UNKNOWN_CARD = 'Unknown card';

function resultOf(cardId: string, decision: Decision) {
  return {
    cardId,
    cardName: decision.card?.name ?? UNKNOWN_CARD,
    success: decision.isDone,
    error: decision.isDone ? null : decision.sentence,
    code: decision.isDone ? null : decision.code,
  };
}

function count(decisions: Decision[]) {
  const successCount = decisions.filter((one) => one.isDone).length;
  return { successCount, failureCount: decisions.length - successCount };
}
