import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { PaymentMethod } from '#domain/pricing.ts';
import { users } from '../accounts/tables.ts';
import { packTypes, reservations } from '../catalogue/tables.ts';
import { cents, instant } from '../database/columns.ts';

/** What one payment buys. Its id is that of the reservation that keeps its packs. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => reservations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    subtotal: cents('subtotal').notNull(),
    discount: cents('discount').notNull(),
    tax: cents('tax').notNull(),
    processingFee: cents('processing_fee').notNull(),
    total: cents('total').notNull(),
    discountCode: text('discount_code'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    /** Null until the money is here. */
    paidAt: instant('paid_at'),
  },
  (table) => [
    check(
      'orders_total_adds_up',
      sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.tax} + ${table.processingFee}`,
    ),
    check(
      'orders_amounts_not_negative',
      sql`${table.subtotal} >= 0 and ${table.discount} between 0 and ${table.subtotal} and ${table.tax} >= 0 and ${table.processingFee} >= 0`,
    ),
    check('orders_payment_method_known', sql`${table.paymentMethod} in ('balance', 'stripe')`),
    index('orders_of_user').on(table.userId, table.createdAt),
    index('orders_by_time').on(table.createdAt, table.id),
    index('orders_of_method').on(table.paymentMethod, table.createdAt, table.id),
    index('orders_of_discount_code')
      .on(sql`upper(${table.discountCode})`, table.createdAt)
      .where(sql`${table.discountCode} is not null`),
    index('orders_paid')
      .on(table.paidAt.desc(), table.id)
      .where(sql`${table.paidAt} is not null`),
    index('orders_unpaid')
      .on(table.createdAt, table.id)
      .where(sql`${table.paidAt} is null`),
  ],
);

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    packTypeId: text('pack_type_id')
      .notNull()
      .references(() => packTypes.id),
    quantity: integer('quantity').notNull(),
    unitPrice: cents('unit_price').notNull(),
    /** Packs of it that came back unopened. */
    refunded: integer('refunded').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.packTypeId] }),
    check('order_lines_quantity_positive', sql`${table.quantity} > 0`),
    check(
      'order_lines_refunded_at_most_bought',
      sql`${table.refunded} between 0 and ${table.quantity}`,
    ),
    index('order_lines_refunded')
      .on(table.orderId)
      .where(sql`${table.refunded} > 0`),
  ],
);

/** A code that takes a percentage or a fixed amount off the subtotal. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    /** In upper case: codes are compared without case. */
    code: text('code').primaryKey(),
    /** Whole percent off; null for a fixed amount. */
    percent: integer('percent'),
    amountOff: cents('amount_off'),
    /** Orders that may use it; null = no limit. */
    usesMax: integer('uses_max'),
    uses: integer('uses').notNull().default(0),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('discount_codes_by_time').on(table.createdAt, table.code),
    check('discount_codes_upper_case', sql`${table.code} = upper(${table.code})`),
    check(
      'discount_codes_one_worth',
      sql`(${table.percent} is null) <> (${table.amountOff} is null)`,
    ),
    check('discount_codes_percent', sql`${table.percent} between 1 and 100`),
    check('discount_codes_amount_positive', sql`${table.amountOff} > 0`),
    check(
      'discount_codes_uses_limited',
      sql`${table.uses} >= 0 and (${table.usesMax} is null or ${table.uses} <= ${table.usesMax})`,
    ),
  ],
);
