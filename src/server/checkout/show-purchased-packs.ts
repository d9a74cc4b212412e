import * as rows from '#contract/checkout.ts';
import { isUndecided, paymentOutcome } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { confirmForViewer } from '../card-payments/limit-card-calls.ts';
import { findPaymentByIntentId } from '../card-payments/payments-queries.ts';
import { listLiveTickets } from '../drops/tickets-queries.ts';
import { presentTicket } from '../drops/ticket-text.ts';
import { handler } from '../http/handler.ts';
import { findOrder, listPacksOfOrder } from './orders-queries.ts';
import { presentSingles } from './present-singles.ts';

/**
 * Lists the packs of a payment. The browser calls this right after paying, often before the provider's webhook arrives,
 * so this call also confirms the payment.
 */
export const showPurchasedPacks = handler(
  rows.showPurchasedPacks,
  async (context, caller, { paymentIntentId }) => {
    const known = await findPaymentByIntentId(context.db, paymentIntentId);
    // A payment for something other than packs is rejected.
    if (known === null || known.userId !== caller.userId || known.purpose !== 'order') {
      throw new Rejection('NOT_FOUND');
    }
    const confirmed = isUndecided(known.state)
      ? await confirmForViewer(context, known.intentId!)
      : null;
    const payment = confirmed ?? known;
    const packs =
      payment.state === 'succeeded' ? await listPacksOfOrder(context.db, payment.subjectId) : [];
    const order =
      payment.state === 'succeeded' ? await findOrder(context.db, payment.subjectId) : null;
    const tickets = packs.length === 0 ? [] : await listLiveTickets(context.db, payment.subjectId);
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
      singles: order === null ? [] : presentSingles(order, order.singles, order.singles),
      tickets: await Promise.all(tickets.map((ticket) => presentTicket(context, ticket))),
    };
  },
);
