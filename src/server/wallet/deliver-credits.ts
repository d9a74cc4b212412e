// Buying credits by card, second half: what happens to a top-up when its money comes.
import { topUp } from '#domain/ledger.ts';
import { sum, ZERO } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { postJournal } from '../ledger/post.ts';
import type { CardPurchase, Context, Payment } from '../runtime/context.ts';
import { findTopUp } from './queries.ts';

/** The port of credits that are paid by card. Nothing is kept for them, so nothing is given back. */
export const creditsByCard: CardPurchase = {
  deliver: deliverCredits,
  release: async () => {},
  extend: async () => {},
};

async function deliverCredits({ db }: Context, payment: Payment): Promise<void> {
  const found = await findTopUp(db, payment.subjectId);
  assert(found !== null, 'a payment for credits has its top-up');
  const { amount, fee } = found;
  await postJournal(db, {
    id: payment.subjectId,
    kind: 'credit_purchase',
    referenceId: payment.subjectId,
    userId: payment.userId,
    description: payment.description,
    receipt: { lines: [{ text: 'Credits', quantity: 1, amount }], discount: ZERO },
    transfers: topUp(payment.userId, { amount, fee, total: sum(amount, fee) }),
  });
}
