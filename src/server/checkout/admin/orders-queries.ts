// The operators' queries about all orders. The SQL of a list contains only the filters in use, so
// that each filter has its own plan and its own index (choice 109).
import type { Cents } from '#domain/money.ts';
import type { OrderFlag, OrderState } from '#domain/order.ts';
import type { PaymentState } from '#domain/payment.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { searchKey } from '#domain/search-key.ts';
import type { TaxLine } from '#domain/tax-lines.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { type Database, statement } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';
import {
  begins,
  byLetters,
  firstBy,
  type Filter,
  narrow,
  within,
  type Narrowed,
  isUpTo,
} from '../../database/narrow.ts';
import { findDiscountCode } from './discount-codes-queries.ts';

export type OrderRow = {
  id: string;
  user_id: string;
  email: string;
  payment_method: PaymentMethod;
  state: OrderState;
  packs: number;
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  taxes: TaxLine[] | null;
  region: string | null;
  processing_fee: Cents;
  total: Cents;
  discount_code: string | null;
  created_at: Date;
  paid_at: Date | null;
  opened_before_refund: number;
  is_return_asked: boolean;
};

const HAS_REFUND = 'exists (select from order_lines l where l.order_id = o.id and l.refunded > 0)';

const IS_HELD = `exists (select from reservations r where r.id = o.id and r.state = 'held')`;

/**
 * Finds packs that were already open when other packs of the same order were returned. This is the
 * SQL after `select`; callers choose what to select.
 */
const OPENED_BEFORE_REFUND = `from pack_returns b
  join places p on p.reservation_id = b.reservation_id
  join openings n on n.pack_id = p.pack_id and n.opened_at <= b.returned_at`;

const HAS_FLAG: Record<OrderFlag, string> = {
  return_asked: `o.id = any (array(select order_id from return_requests where state = 'asked'))`,
  opened_before_refund: `o.id in (select b.reservation_id ${OPENED_BEFORE_REFUND})`,
};

/** Literals instead of parameters, so that a cached plan knows how many orders match. */
const IS_PAID_BY: Record<PaymentMethod, string> = {
  balance: `o.payment_method = 'balance'`,
  stripe: `o.payment_method = 'stripe'`,
};

const IS_IN_STATE: Record<OrderState, string> = {
  // Looks up orders by the held reservations, because few packs are reserved at a time, and many
  // orders remain unpaid.
  open: `o.paid_at is null and o.id = any (array(select id from reservations where state = 'held'))`,
  canceled: `o.paid_at is null and o.id not in (select id from reservations where state = 'held')`,
  paid: `o.paid_at is not null and not ${HAS_REFUND}`,
  refunded: `o.paid_at is not null and ${HAS_REFUND}`,
};

/**
 * The orders of an inner query `wanted (id)`. They are looked up by index, because a page or an
 * export has only a small part of all orders.
 */
function ordersIn(wanted: string): string {
  return `
    select o.id, o.user_id, u.email, o.payment_method, o.subtotal, o.discount, o.tax, o.taxes, o.region, o.processing_fee, o.total,
      o.discount_code, o.created_at, o.paid_at,
      (select sum(l.quantity)::int from order_lines l where l.order_id = o.id) as packs,
      case
        when o.paid_at is null then case when ${IS_HELD} then 'open' else 'canceled' end
        when ${HAS_REFUND} then 'refunded' else 'paid'
      end as state,
      (select count(distinct n.id)::int ${OPENED_BEFORE_REFUND} where b.reservation_id = o.id) as opened_before_refund,
      exists (select from return_requests q where q.order_id = o.id and q.state = 'asked') as is_return_asked
    from (${wanted}) wanted
    cross join lateral (select * from orders where id = wanted.id limit 1) o
    cross join lateral (select email from users where id = o.user_id limit 1) u`;
}

export type OrderFilters = {
  search: string | null;
  method: PaymentMethod | null;
  state: OrderState | null;
  flag: OrderFlag | null;
  from: Date | null;
  to: Date | null;
};

// The most buyers that the beginning of an e-mail address may match. With more, the operator has to
// type more of it.
const BUYERS_MOST = 100;

/** Parses a search by its form. A word is a discount code if a code has that name. */
async function parseSearch(db: Database, search: string): Promise<Filter> {
  if (UUID_FORM.test(search)) return { sql: 'o.id = $?::uuid', value: search };
  if (search.startsWith('pi_')) {
    return {
      sql: `o.id in (select subject_id from payments where intent_id = $? and purpose = 'order')`,
      value: search,
    };
  }
  if ((await findDiscountCode(db, search.toUpperCase())) !== null) {
    return {
      sql: 'o.discount_code is not null and upper(o.discount_code) = $?',
      value: search.toUpperCase(),
    };
  }
  return {
    // Finds the buyers' orders first and then looks them up by id, because scanning all orders by
    // time would take long to reach a rare one.
    sql: `o.id = any (array(
      select id from orders where user_id = any (array(
        select id from users where ${begins('search_key(email)', '$?')} ${firstBy(byLetters('search_key(email)'), BUYERS_MOST)}))))`,
    value: searchKey(search),
  };
}

function filtersOf(
  { method, state, flag, from, to }: OrderFilters,
  searchFilter: Filter | null,
): Narrowed {
  return narrow([
    ...(searchFilter === null ? [] : [searchFilter]),
    ...(method === null ? [] : [{ sql: IS_PAID_BY[method], value: true }]),
    ...(state === null ? [] : [{ sql: IS_IN_STATE[state], value: true }]),
    ...(flag === null ? [] : [{ sql: HAS_FLAG[flag], value: true }]),
    ...within('o.created_at', from, to),
  ]);
}

/** A page of all orders, newest first; `total` counts up to COUNTED_MOST. */
export async function listAllOrders(
  db: Database,
  filters: OrderFilters,
  limit: number,
  offset: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  const { search } = filters;
  const searchFilter = search === null ? null : await parseSearch(db, search);
  const { where, values } = filtersOf(filters, searchFilter);
  const from = `from orders o where ${where}`;
  const page = (part: string) =>
    `${ordersIn(`select o.id ${from} order by o.created_at desc, o.id desc ${part}`)}
     order by o.created_at desc, o.id desc`;
  const { from: since, to: until, method } = filters;
  const hasPlace = [since, until, method].some((filter) => filter !== null);
  const along = hasPlace ? { along: 'o.created_at desc, o.id desc' } : {};
  return pageOf(db, { from, values, page, ...along }, limit, offset);
}

/**
 * The next orders of a period after a given order, oldest first. Without a given order (null),
 * starts at the beginning of the period.
 */
export async function listOrdersAfter(
  db: Database,
  period: { from: Date; to: Date },
  after: { at: string; id: string } | null,
  limit: number,
): Promise<(OrderRow & { cursor: string })[]> {
  return statement<OrderRow & { cursor: string }>(
    db,
    `select x.*, x.created_at::text as cursor from (${ordersIn(
      `select o.id from orders o
       where o.created_at >= $1 and ${isUpTo('o.created_at', '$2')}
         and (o.created_at, o.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
       order by o.created_at, o.id limit ${limit}`,
    )}) x order by x.created_at, x.id`,
    [period.from, period.to, after?.at ?? null, after?.id ?? null],
  );
}

export type OrderDetailRow = OrderRow & {
  lines: {
    pack_type_id: string;
    name: string;
    quantity: number;
    unit_price: Cents;
    refunded: number;
    unopened: number;
    of_drop: number;
    keepable: number;
  }[];
  unopened: number;
};

/** Finds an order of any buyer, with its lines. */
export async function findOrderDetail(db: Database, id: string): Promise<OrderDetailRow | null> {
  const [row] = await statement<OrderDetailRow>(
    db,
    `select x.*, (
       select json_agg(json_build_object('pack_type_id', l.pack_type_id, 'name', t.name, 'quantity', l.quantity,
         'unit_price', l.unit_price, 'refunded', l.refunded, 'unopened', c.unopened, 'of_drop', c.of_drop,
         'keepable', c.keepable) order by l.pack_type_id)
       from order_lines l join pack_types t on t.id = l.pack_type_id
       cross join lateral (
         select count(*) as unopened, count(p.drop_id) as of_drop,
           count(*) filter (where d.state in ('open', 'paused')) as keepable
         from places p left join drops d on d.id = p.drop_id
         where p.reservation_id = x.id and p.pack_type_id = l.pack_type_id and p.state = 'sold'
       ) c
       where l.order_id = x.id
     ) as lines, (
       select count(*)::int from places p where p.reservation_id = x.id and p.state in ('sold', 'disputed')
     ) as unopened
     from (${ordersIn('select $1::uuid as id')}) x`,
    [id],
  );
  return row ?? null;
}

export type OrderPaymentRow = {
  id: string;
  state: PaymentState;
  amount: Cents;
  intent_id: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
};

/** The card payment of an order. Null: the order was paid with credits. */
export async function findOrderPayment(
  db: Database,
  orderId: string,
): Promise<OrderPaymentRow | null> {
  const [row] = await statement<OrderPaymentRow>(
    db,
    `select id, state, amount, intent_id, created_at, updated_at, expires_at from payments
     where purpose = 'order' and subject_id = $1`,
    [orderId],
  );
  return row ?? null;
}

export type PaymentEventRow = {
  id: string;
  type: string;
  received_at: Date;
  handled_at: Date | null;
};

const EVENTS_MOST = 20;

/** Events from the card provider about an intent, newest first. */
export async function listEventsOf(db: Database, intentId: string): Promise<PaymentEventRow[]> {
  return statement<PaymentEventRow>(
    db,
    `select id, type, received_at, handled_at from stripe_events where intent_id = $1
     order by received_at desc, id limit ${EVENTS_MOST}`,
    [intentId],
  );
}
