import * as rows from '#contract/checkout.ts';
import { isUndecided, paymentOutcome } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { findPaymentByIntentId } from '../card-payments/payments-queries.ts';
import { settleIntent } from '../card-payments/settle.ts';
import { verb } from '../http/verb.ts';
import { isUnreachable } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { listPacksOfOrder } from './orders-queries.ts';

/** The browser comes here as soon as it has paid, often before the webhook: so it settles, too. */
export const showPurchasedPacks = verb(
  rows.showPurchasedPacks,
  async (context, caller, { paymentIntentId }) => {
    const known = await findPaymentByIntentId(context.db, paymentIntentId);
    // An intent that paid for something else buys no packs.
    if (known === null || known.userId !== caller.userId || known.purpose !== 'order') {
      throw new Rejection('NOT_FOUND');
    }
    const payment = isUndecided(known.state) ? await settled(context, known) : known;
    const packs =
      payment.state === 'succeeded' ? await listPacksOfOrder(context.db, payment.subjectId) : [];
    return {
      packIds: packs.map((pack) => pack.id),
      status: paymentOutcome(payment.state),
      packs: packs.map((pack) => ({
        packId: pack.id,
        packTypeId: pack.pack_type_id,
        name: pack.name,
        opened: pack.opening_id !== null,
        packOpeningId: pack.opening_id,
      })),
    };
  },
);

/** If the provider can't be reached, returns what is known. */
async function settled(context: Context, known: Payment): Promise<Payment> {
  try {
    return (await settleIntent(context, known.intentId!)) ?? known;
  } catch (error) {
    if (!isUnreachable(error) || context.cardProvider === null) throw error;
    context.log.warn({ err: error, paymentId: known.id }, 'The card provider does not answer');
    return known;
  }
}
