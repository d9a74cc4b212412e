// The first half of buying credits by card: records the top-up and begins the payment. When the
// payment arrives, `deliver-credits.ts` does the second half.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/wallet.ts';
import type { Reply } from '#contract/endpoint.ts';
import { formatCad } from '#domain/money.ts';
import { checkSoldIn } from '#domain/sales-places.ts';
import type { Region } from '#domain/region.ts';
import { assert } from '#domain/rejection.ts';
import { quoteTopUp, type TopUpQuote } from '#domain/top-up.ts';
import { findOwnHome, placeOfBuyer } from '../accounts/lives-in.ts';
import { beginOnlyPayment, type PaymentSubject } from '../card-payments/begin-only-payment.ts';
import { needOpenCards, type BegunPayment } from '../card-payments/begin-payment.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { findOwnCard } from './payment-methods.ts';
import { findTransaction } from './transactions-queries.ts';
import { insertTopUp } from './top-ups-queries.ts';
import { transactionOf } from './transaction.ts';

/**
 * Starts the payment of a top-up. If the user has an open payment for this amount by this method,
 * returns that payment. If the user has another open payment for a top-up, ends it first, because
 * nobody should pay twice.
 */
export const buyCredits = handler(
  rows.buyCredits,
  async (context, caller, { amount, paymentMethod, region }) => {
    needOpenCards(context);
    const { userId } = caller;
    const place = placeOfBuyer(await findOwnHome(context, userId), region);
    const { settings } = context;
    checkSoldIn(settings.salesPlaces(), place, settings.now().contactEmail);
    const quote = quoteTopUp(amount, context.config.topUpFee);
    const card =
      paymentMethod === 'stripe' ? null : await findOwnCard(context.db, userId, paymentMethod);
    const begun = await beginOnlyPayment(
      context,
      {
        userId,
        purpose: 'top_up',
        fingerprint: `${quote.amount} for ${quote.total} by ${paymentMethod}`,
        expects: async () => quote.total,
        payer: card === null ? {} : { cardId: card.provider_id, customerId: card.customer_id },
      },
      (inside) => write(inside, userId, place.livesIn, quote),
    );
    return present(context, begun, quote);
  },
);

async function write(
  { db, config }: Context<Transaction>,
  userId: string,
  home: Region | null,
  quote: TopUpQuote,
): Promise<PaymentSubject> {
  const topUpId = randomUUID();
  const createdAt = await insertTopUp(db, { id: topUpId, userId, livesIn: home, quote });
  return {
    subjectId: topUpId,
    amount: quote.total,
    description: `${formatCad(quote.amount)} in credits`,
    expiresAt: new Date(createdAt.getTime() + config.reservationSeconds * 1000),
  };
}

async function present(
  { db }: Context,
  { payment, intent }: BegunPayment,
  quote: TopUpQuote,
): Promise<Reply<typeof rows.buyCredits>> {
  const transaction = await findTransaction(db, payment.subjectId);
  assert(transaction !== null, 'a top-up is a transaction');
  return {
    transaction: transactionOf(transaction),
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    expiresAt: payment.expiresAt,
    ...quote,
  };
}
