// The second half of buying credits by card: delivers the credits of a top-up when its payment
// arrives.
import { topUp } from '#domain/ledger.ts';
import { sum, ZERO } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { receiptMail } from '../mail/templates/receipt.ts';
import type { CardPurchase, Context, Payment } from '../runtime/context.ts';
import { takeBackCredits } from './refund-top-up.ts';
import { findTopUp } from './top-ups-queries.ts';

/** The port for credits that are paid by card. Such a purchase reserves nothing, so `release` does nothing. */
export const creditsByCard: CardPurchase = {
  deliver: deliverCredits,
  release: async () => {},
  takeBack: takeBackCredits,
  extend: async () => {},
};

async function deliverCredits(context: Context<Transaction>, payment: Payment): Promise<void> {
  const { db } = context;
  const [found, mailbox] = await Promise.all([
    findTopUp(db, payment.subjectId),
    mailboxOf(db, payment.userId),
  ]);
  assert(found !== null, 'a payment for credits has its top-up');
  const { amount, fee } = found;
  const total = sum(amount, fee);
  const id = payment.subjectId;
  const receipt = { lines: [{ text: 'Credits', quantity: 1, amount }], discount: ZERO };
  await Promise.all([
    postJournal(db, {
      id,
      kind: 'credit_purchase',
      referenceId: id,
      userId: payment.userId,
      description: payment.description,
      receipt,
      transfers: topUp(payment.userId, { amount, fee, total }),
    }),
    writeTo(
      context,
      mailbox,
      'always',
      () =>
        receiptMail(
          {
            ...receipt,
            subtotal: amount,
            tax: ZERO,
            processingFee: fee,
            total,
            method: 'stripe',
            id,
          },
          letterheadOf(context),
        ),
      `receipt ${id}`,
    ),
  ]);
}
