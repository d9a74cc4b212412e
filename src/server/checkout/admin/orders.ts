// The operators' view of all orders, with their payments and returns.
import * as rows from '#contract/checkout-admin.ts';
import type { OrderSummary } from '#contract/checkout-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import type { BuyersReturn } from '#domain/refund-words.ts';
import { Rejection } from '#domain/rejection.ts';
import { wayOfReturn } from '#domain/returns.ts';
import { singleInWords } from '#domain/single-words.ts';
import { sellPrice } from '#domain/sellback.ts';
import { taxLinesOfSale } from '#domain/tax-lines.ts';
import { listRefundsOf } from '../../card-payments/refunds-queries.ts';
import type { Database } from '#engine/database.ts';
import { amountCell, csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { handler } from '../../http/handler.ts';
import {
  countAccountsOfBuyer,
  findProviderFee,
  findReturnCase,
  findReturnRequest,
  listOpenedSince,
} from '../../wallet/returns-queries.ts';
import { findPaidTransactionId } from '../../wallet/transactions-queries.ts';
import { presentReturnRequest } from '../return-order.ts';
import {
  findOrderDetail,
  findOrderPayment,
  listAllOrders,
  listEventsOf,
  listOrdersAfter,
  type OrderFilters,
  type OrderRow,
} from './orders-queries.ts';

type Asked = { [Name in keyof OrderFilters]?: OrderFilters[Name] | undefined };

const filtersOf = ({ search, method, state, flag, from, to }: Asked): OrderFilters => ({
  search: search || null,
  method: method ?? null,
  state: state ?? null,
  flag: flag ?? null,
  from: from ?? null,
  to: to ?? null,
});

export const listOrders = handler(
  rows.listOrders,
  async ({ db }, _caller, { page, limit, sort = null, ...asked }) => {
    const { rows, total } = await listAllOrders(
      db,
      filtersOf(asked),
      sort,
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
    taxes: taxLinesOfSale(order.taxes, order.tax),
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
    singles: order.singles_of_order.map((one) => ({
      singleId: one.house_card_id,
      cardId: one.new_card_id,
      name: singleInWords(one),
      unitPrice: one.unit_price,
      discount: one.discount,
      refunded: one.refunded,
      status: one.status,
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
    returnRequest: request && presentReturnRequest(request),
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

const COLUMNS: CsvColumns<(typeof rows.ORDER_COLUMNS)[number], OrderRow> = {
  order: { head: 'Order', cell: (row) => row.id },
  placed: { head: 'Placed', cell: (row) => row.created_at },
  paid: { head: 'Paid', cell: (row) => row.paid_at },
  state: { head: 'State', cell: (row) => row.state },
  user: { head: 'User', cell: (row) => row.user_id },
  buyer: { head: 'E-mail', cell: (row) => row.email },
  method: { head: 'Payment method', cell: (row) => row.payment_method },
  packs: { head: 'Packs', cell: (row) => row.packs },
  subtotal: { head: 'Subtotal', cell: (row) => amountCell(row.subtotal) },
  discount: { head: 'Discount', cell: (row) => amountCell(row.discount) },
  tax: { head: 'Tax', cell: (row) => amountCell(row.tax) },
  fee: { head: 'Processing fee', cell: (row) => amountCell(row.processing_fee) },
  total: { head: 'Total', cell: (row) => amountCell(row.total) },
  code: { head: 'Discount code', cell: (row) => row.discount_code },
  singles: { head: 'Singles', cell: (row) => row.singles },
};

const ROWS_AT_ONCE = 1_000;

export const exportOrders = handler(
  rows.exportOrders,
  async ({ db }, _caller, { sort = null, columns, ...asked }) =>
    csvFile(COLUMNS, columns, (after) =>
      listOrdersAfter(db, filtersOf(asked), sort, after, ROWS_AT_ONCE),
    ),
);

function summaryOf(row: OrderRow): OrderSummary {
  return {
    id: row.id,
    user: { id: row.user_id, email: row.email },
    paymentMethod: row.payment_method,
    state: row.state,
    packs: row.packs,
    singleCount: row.singles,
    total: row.total,
    discountCode: row.discount_code,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    openedBeforeRefund: row.opened_before_refund,
    isReturnAsked: row.is_return_asked,
  };
}
