// The operators' view of all orders, with their payments and returns.
import * as rows from '#contract/checkout-admin.ts';
import type { OrderSummary } from '#contract/checkout-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { csvLine } from '#domain/csv.ts';
import type { BuyersReturn } from '#domain/refund-words.ts';
import { Rejection } from '#domain/rejection.ts';
import { wayOfReturn } from '#domain/returns.ts';
import { sellPrice } from '#domain/sellback.ts';
import { linesOf } from '#domain/tax-lines.ts';
import { listRefundsOf } from '../../card-payments/refunds-queries.ts';
import type { Database } from '#engine/database.ts';
import { TextFile } from '../../http/text-file.ts';
import { handler } from '../../http/handler.ts';
import {
  countAccountsOfBuyer,
  findProviderFee,
  findReturnCase,
  findReturnRequest,
  listOpenedSince,
} from '../../wallet/returns-queries.ts';
import { findPaidTransactionId } from '../../wallet/transactions-queries.ts';
import { requestOf } from '../return-order.ts';
import {
  findOrderDetail,
  findOrderPayment,
  listAllOrders,
  listEventsOf,
  listOrdersAfter,
  type OrderRow,
} from './orders-queries.ts';

export const listOrders = handler(
  rows.listOrders,
  async ({ db }, _caller, { page, limit, search, method, state, flag, from, to }) => {
    const { rows, total } = await listAllOrders(
      db,
      {
        search: search || null,
        method: method ?? null,
        state: state ?? null,
        flag: flag ?? null,
        from: from ?? null,
        to: to ?? null,
      },
      limit,
      (page - 1) * limit,
    );
    return { orders: rows.map(summaryOf), pagination: paginationOf(total, page, limit) };
  },
);

export const showOrder = handler(rows.showOrder, async ({ db, cardProvider }, _caller, { id }) => {
  const [order, payment] = await Promise.all([findOrderDetail(db, id), findOrderPayment(db, id)]);
  if (order === null) throw new Rejection('NOT_FOUND');
  const [events, refunds, transactionId, providerFee, request, accounts] = await Promise.all([
    payment === null || payment.intent_id === null ? [] : listEventsOf(db, payment.intent_id),
    payment === null ? [] : listRefundsOf(db, payment.id),
    findPaidTransactionId(db, id, payment?.id ?? id),
    payment === null || payment.intent_id === null ? null : findProviderFee(db, payment.intent_id),
    findReturnRequest(db, id),
    countAccountsOfBuyer(db, id),
  ]);
  const opened = request === null ? [] : await listOpenedSince(db, id);
  return {
    ...summaryOf(order),
    subtotal: order.subtotal,
    discount: order.discount,
    tax: order.tax,
    taxes: linesOf(order.taxes, order.tax),
    region: order.region,
    processingFee: order.processing_fee,
    lines: order.lines.map((line) => ({
      packTypeId: line.pack_type_id,
      name: line.name,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      refunded: line.refunded,
      unopened: line.unopened,
      unopenedOfDrop: line.of_drop,
      keepable: line.keepable,
    })),
    unopened: order.unopened,
    payment: payment && {
      id: payment.id,
      state: payment.state,
      amount: payment.amount,
      intentId: payment.intent_id,
      createdAt: payment.created_at,
      updatedAt: payment.updated_at,
      expiresAt: payment.expires_at,
      events: events.map((event) => ({
        id: event.id,
        type: event.type,
        receivedAt: event.received_at,
        handledAt: event.handled_at,
      })),
    },
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      state: refund.state,
      method: refund.method,
      isFromOutside: refund.origin === 'provider',
      reason: refund.reason,
      problem: refund.problem,
      isReplaced: refund.replaced_by !== null,
      createdAt: refund.created_at,
      paidAt: refund.paid_at,
    })),
    transactionId,
    isRefundable:
      transactionId !== null &&
      payment?.state === 'succeeded' &&
      order.unopened > 0 &&
      cardProvider !== null,
    providerFee,
    buyersReturn: await buyersReturnOf(db, order),
    returnRequest: request && requestOf(request),
    openedSince: opened.map((one) => ({
      packTypeId: one.pack_type_id,
      byBuyer: one.by_buyer,
      bestOfBuyer: one.best_of_buyer && sellPrice(one.best_of_buyer),
      byAll: one.by_all,
      bestOfAll: one.best_of_all && sellPrice(one.best_of_all),
    })),
    buyersAccounts: accounts,
  };
});

async function buyersReturnOf(
  db: Database,
  { id, paid_at: paidAt, unopened }: OrderRow & { unopened: number },
): Promise<BuyersReturn> {
  if (paidAt === null || unopened === 0) return 'closed';
  const found = wayOfReturn(await findReturnCase(db, id));
  return found.way === 'closed' && found.bar === 'asked' ? 'asked' : found.way;
}

const ORDER_COLUMNS = [
  'Order',
  'Placed',
  'Paid',
  'State',
  'User',
  'E-mail',
  'Payment method',
  'Packs',
  'Subtotal',
  'Discount',
  'Tax',
  'Processing fee',
  'Total',
  'Discount code',
];

const ROWS_AT_ONCE = 1_000;

export const exportOrders = handler(rows.exportOrders, async ({ db }, _caller, period) => {
  async function* lines() {
    yield csvLine(ORDER_COLUMNS);
    let rows = await listOrdersAfter(db, period, null, ROWS_AT_ONCE);
    while (rows.length > 0) {
      yield rows.map(orderLine).join('');
      const last = rows.at(-1)!;
      // oxlint-disable-next-line no-await-in-loop -- One piece begins where the one before ended.
      rows = await listOrdersAfter(db, period, { at: last.cursor, id: last.id }, ROWS_AT_ONCE);
    }
  }
  return new TextFile(lines());
});

function orderLine(row: OrderRow): string {
  return csvLine([
    row.id,
    row.created_at,
    row.paid_at,
    row.state,
    row.user_id,
    row.email,
    row.payment_method,
    row.packs,
    { amount: row.subtotal },
    { amount: row.discount },
    { amount: row.tax },
    { amount: row.processing_fee },
    { amount: row.total },
    row.discount_code,
  ]);
}

function summaryOf(row: OrderRow): OrderSummary {
  return {
    id: row.id,
    user: { id: row.user_id, email: row.email },
    paymentMethod: row.payment_method,
    state: row.state,
    packs: row.packs,
    total: row.total,
    discountCode: row.discount_code,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    openedBeforeRefund: row.opened_before_refund,
    isReturnAsked: row.is_return_asked,
  };
}
