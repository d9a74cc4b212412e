import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ShipmentState, ShippingAddress } from '#domain/shipping.ts';
import { users } from '../accounts/tables.ts';
import { physicalCards } from '../catalogue/tables.ts';
import { cents, instant } from '../database/columns.ts';

/** Cards on their way to their owner, in one parcel. */
export const shipments = pgTable(
  'shipments',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<ShipmentState>().notNull(),
    paymentMethod: text('payment_method').$type<'balance' | 'stripe'>().notNull(),
    baseFee: cents('base_fee').notNull(),
    weightFee: cents('weight_fee').notNull(),
    /** Null only where its person's account was deleted: the books need the parcel, not the place. */
    address: jsonb('address').$type<ShippingAddress>(),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    createdAt: instant('created_at').notNull(),
    /** When it was paid for, and so asked for; null: it is not. */
    requestedAt: instant('requested_at'),
    packedAt: instant('packed_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    cancelledAt: instant('cancelled_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check(
      'shipments_state_known',
      sql`${table.state} in ('unpaid', 'lapsed', 'requested', 'packed', 'shipped', 'delivered', 'cancelled')`,
    ),
    check('shipments_payment_method_known', sql`${table.paymentMethod} in ('balance', 'stripe')`),
    check('shipments_fees', sql`${table.baseFee} > 0 and ${table.weightFee} >= 0`),
    check(
      'shipments_paid_when_requested',
      sql`(${table.state} in ('unpaid', 'lapsed')) = (${table.requestedAt} is null)`,
    ),
    check(
      'shipments_tracked',
      sql`${table.state} not in ('shipped', 'delivered') or (${table.carrier} is not null and ${table.trackingNumber} is not null and ${table.shippedAt} is not null)`,
    ),
    check(
      'shipments_go_somewhere',
      sql`${table.address} is not null or ${table.state} in ('lapsed', 'delivered', 'cancelled')`,
    ),
    index('shipments_of_user').on(table.userId, table.createdAt),
    index('shipments_by_state').on(table.state, table.requestedAt),
    // What the desk looks for in one of its views, by how it begins.
    index('shipments_in_state_tracking_begins').on(
      table.state,
      sql`upper(replace(${table.trackingNumber}, ' ', '')) text_pattern_ops`,
    ),
    index('shipments_in_state_recipient_begins').on(
      table.state,
      sql`lower((${table.address} ->> 'firstName') || ' ' || (${table.address} ->> 'lastName')) text_pattern_ops`,
    ),
    index('shipments_in_state_last_name_begins').on(
      table.state,
      sql`lower(${table.address} ->> 'lastName') text_pattern_ops`,
    ),
  ],
);

/** The cards of a shipment. A card is in one live shipment at most, and comes back into none by itself. */
export const shipmentCards = pgTable(
  'shipment_cards',
  {
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id),
    cardId: uuid('card_id')
      .notNull()
      .references(() => physicalCards.id),
    /** False once the shipment lapsed or was cancelled. */
    isLive: boolean('is_live').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.shipmentId, table.cardId] }),
    uniqueIndex('shipment_cards_one_live')
      .on(table.cardId)
      .where(sql`${table.isLive}`),
  ],
);
