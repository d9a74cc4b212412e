// The operators' queries about all orders. The SQL of a list contains only the filters in use, so
// that each filter has its own plan and its own index (choice 109).
import type { CardStatus } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { OrderFlag, OrderState } from '#domain/order.ts';
import type { PaymentState } from '#domain/payment.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import type { ORDER_ORDERS } from '#contract/checkout-admin.ts';
import type { SortedBy } from '#contract/paging.ts';
import { searchKey } from '#domain/search-key.ts';
import { SHIPMENT_STATUSES } from '#domain/shipping.ts';
import type { SingleName } from '#domain/single-words.ts';
import type { TaxLine } from '#domain/tax-lines.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { type Database, statement } from '#engine/database.ts';
import { idRange } from '../../database/id-range.ts';
import { orderBySql, type Cursor, type Order } from '../../database/order.ts';
import { pageOf } from '../../database/page-of.ts';
import {
  begins,
  byLetters,
  firstBy,
  type Filter,
  narrow,
  withinPeriod,
  type Narrowed,
} from '../../database/narrow.ts';
import { findDiscountCode } from './discount-codes-queries.ts';

export type OrderRow = {
  id: string;
  user_id: string;
  email: string;
  payment_method: PaymentMethod;
  state: OrderState;
  packs: number;
  singles: number;
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

const HAS_REFUND = `(exists (select from order_lines l where l.order_id = o.id and l.refunded > 0)
  or exists (select from order_singles s where s.order_id = o.id and s.refunded_at is not null))`;

const IS_HELD = `exists (select from reservations r where r.id = o.id and r.state = 'held')`;

/**
 * A part of a query, after `select` and its columns. It finds packs that were already open when other packs of the same
 * order were returned.
 */
const OPENED_BEFORE_REFUND = `from pack_returns b
  join places p on p.reservation_id = b.reservation_id
  join openings n on n.pack_id = p.pack_id and n.opened_at <= b.returned_at`;

const HAS_FLAG: Record<OrderFlag, string> = {
  return_asked: `o.id = any (array(select order_id from return_requests where state = 'asked'))`,
  opened_before_refund: `o.id in (select b.reservation_id ${OPENED_BEFORE_REFUND})`,
};

/** The methods are literals instead of parameters, so that a cached plan knows how many orders match. */
const IS_PAID_BY: Record<PaymentMethod, string> = {
  balance: `o.payment_method = 'balance'`,
  stripe: `o.payment_method = 'stripe'`,
};

const IS_IN_STATE: Record<OrderState, string> = {
  // Looks up open orders by the reservations that are still held, because few packs are reserved at a time, but many
  // orders stay unpaid forever.
  open: `o.paid_at is null and o.id = any (array(select id from reservations where state = 'held'))`,
  canceled: `o.paid_at is null and o.id not in (select id from reservations where state = 'held')`,
  paid: `o.paid_at is not null and not ${HAS_REFUND}`,
  // Looks up refunded orders by what was refunded, because among many orders there may be few or none.
  refunded: `o.paid_at is not null and o.id = any (array(
    select order_id from order_lines where refunded > 0
    union select order_id from order_singles where refunded_at is not null
  ))`,
};

/** The order of the list. Null: newest order first. */
type OrderSort = SortedBy<(typeof ORDER_ORDERS)[number]> | null;

const ORDERS = {
  placed: { sql: 'o.created_at', type: 'timestamptz' },
  total: { sql: 'o.total', type: 'bigint' },
} as const;

const orderBy = (sort: OrderSort): Order =>
  orderBySql(ORDERS, sort ?? '-placed', { sql: 'o.id', type: 'uuid' });

/**
 * Reads the orders of an inner query `wanted (id)`. They are looked up by index, because a page or an export has only a
 * small part of all orders.
 */
function ordersIn(wanted: string, more = ''): string {
  return `
    select ${more} o.id, o.user_id, u.email, o.payment_method, o.subtotal, o.discount, o.tax, o.taxes, o.region, o.processing_fee, o.total,
      o.discount_code, o.created_at, o.paid_at,
      (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as packs,
      (select count(*)::int from order_singles s where s.order_id = o.id) as singles,
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

// Maximum number of buyers that the beginning of an e-mail address may match. If more match, the
// operator has to type more of the address.
const BUYERS_MOST = 100;

/**
 * Chooses the filter by the form of the searched text: an order's id, a payment intent, the name of
 * a discount code, or else the beginning of a buyer's e-mail address.
 */
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
    // Finds the buyers' orders and then looks these up by id, because scanning all orders by time would take long to
    // reach a rare buyer's.
    sql: `o.id = any (array(
      select id from orders where user_id = any (array(
        select id from users where ${begins('search_key(email)', '$?')} ${firstBy(byLetters('search_key(email)'), BUYERS_MOST)}))))`,
    value: searchKey(search),
  };
}

export type FoundOrderRow = Pick<OrderRow, 'id' | 'email' | 'state' | 'created_at'>;

/**
 * Finds the newest orders by the beginning of their id or of their buyer's e-mail address, by a
 * payment intent, or by the tracking number of a parcel with their cards. Reads only `most` buyers,
 * and `most` orders of each.
 */
export async function searchOrders(
  db: Database,
  search: string,
  most: number,
): Promise<FoundOrderRow[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const email = 'search_key(email)';
  const ids = idRange(search);
  const ways = [
    `select o.id, o.created_at from (
       select id from users where ${begins(email, parameter(searchKey(search)))} ${firstBy(byLetters(email), most)}
     ) u cross join lateral (
       select id, created_at from orders where user_id = u.id order by created_at desc limit ${most}
     ) o`,
    `select o.id, o.created_at from unnest(${parameter(SHIPMENT_STATUSES)}::text[]) a (state)
     join shipments s on s.state = a.state
       and upper(replace(s.tracking_number, ' ', '')) = ${parameter(search.toUpperCase().replaceAll(' ', ''))}
     cross join lateral (select s.id union all select id from shipments where goes_with_id = s.id) x
     join shipment_cards c on c.shipment_id = x.id
     join physical_cards k on k.id = c.card_id
     left join order_singles b on b.new_card_id = k.id
     left join places p on p.pack_id = k.pack_id
     join orders o on o.id = case when k.bought_as_id is null then p.reservation_id else b.order_id end`,
    ...(ids === null
      ? []
      : [
          `select id, created_at from orders
           where id between ${parameter(ids.from)}::uuid and ${parameter(ids.to)}::uuid order by id limit ${most}`,
        ]),
    ...(search.startsWith('pi_')
      ? [
          `select o.id, o.created_at from payments p join orders o on o.id = p.subject_id
           where p.intent_id = ${parameter(search)} and p.purpose = 'order'`,
        ]
      : []),
  ];
  const found = ways.map((way) => `(${way})`).join(' union ');
  return statement<FoundOrderRow>(
    db,
    `${ordersIn(`select id from (${found}) f order by created_at desc, id desc limit ${most}`)}
     order by o.created_at desc, o.id desc`,
    values,
  );
}

async function filtersOf(
  db: Database,
  { search, method, state, flag, from, to }: OrderFilters,
  after: Filter,
): Promise<Narrowed> {
  return narrow([
    ...(search === null ? [] : [await parseSearch(db, search)]),
    ...(method === null ? [] : [{ sql: IS_PAID_BY[method], value: true }]),
    ...(state === null ? [] : [{ sql: IS_IN_STATE[state], value: true }]),
    ...(flag === null ? [] : [{ sql: HAS_FLAG[flag], value: true }]),
    ...withinPeriod('o.created_at', from, to),
    after,
  ]);
}

/** Lists a page of all orders. `total` counts up to COUNTED_MOST. */
export async function listAllOrders(
  db: Database,
  filters: OrderFilters,
  sort: OrderSort,
  limit: number,
  offset: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  const order = orderBy(sort);
  const { where, values } = await filtersOf(db, filters, order.after(null));
  const from = `from orders o where ${where}`;
  const page = (part: string) =>
    `${ordersIn(`select o.id ${from} order by ${order.by} ${part}`)} order by ${order.by}`;
  const { from: since, to: until, method } = filters;
  const hasPlace = [since, until, method].some((filter) => filter !== null);
  const along = hasPlace ? { along: 'o.created_at desc, o.id desc' } : {};
  return pageOf(db, { from, values, page, ...along }, limit, offset);
}

/** Lists the orders that follow the order `after`, in the order of the page. */
export async function listOrdersAfter(
  db: Database,
  filters: OrderFilters,
  sort: OrderSort,
  after: Cursor | null,
  limit: number,
): Promise<(OrderRow & { cursor: string })[]> {
  const order = orderBy(sort);
  const { where, values } = await filtersOf(db, filters, order.after(after));
  const wanted = `select o.id from orders o where ${where} order by ${order.by} limit ${limit}`;
  return statement(
    db,
    `${ordersIn(wanted, `${order.cursor} as cursor,`)} order by ${order.by}`,
    values,
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
  singles_of_order: (SingleName & {
    house_card_id: string;
    new_card_id: string;
    unit_price: Cents;
    discount: Cents;
    refunded: Cents | null;
    /** The status of the buyer's card. Null if the order was not paid. */
    status: CardStatus | null;
  })[];
  unopened: number;
};

/** Finds an order of any buyer, with its lines. */
export async function findOrderDetail(db: Database, id: string): Promise<OrderDetailRow | null> {
  const [row] = await statement<OrderDetailRow>(
    db,
    `select x.*, (
       select coalesce(json_agg(json_build_object('pack_type_id', l.pack_type_id, 'name', t.name, 'quantity', l.quantity,
         'unit_price', l.unit_price, 'refunded', l.refunded, 'unopened', c.unopened, 'of_drop', c.of_drop,
         'keepable', c.keepable) order by l.pack_type_id), '[]')
       from order_lines l join pack_types t on t.id = l.pack_type_id
       cross join lateral (
         select count(*) as unopened, count(p.drop_id) as of_drop,
           count(*) filter (where d.state in ('open', 'paused')) as keepable
         from places p left join drops d on d.id = p.drop_id
         where p.reservation_id = x.id and p.pack_type_id = l.pack_type_id and p.state = 'sold'
       ) c
       where l.order_id = x.id
     ) as lines, (
       select coalesce(json_agg(json_build_object('house_card_id', s.house_card_id, 'new_card_id', s.new_card_id, 'name', c.name,
         'number', c.number, 'finish', c.finish, 'condition', h.condition, 'unit_price', s.unit_price, 'discount', s.discount,
         'refunded', s.refund_amount, 'status', k.status) order by s.house_card_id), '[]')
       from order_singles s join house_cards h on h.id = s.house_card_id join cards c on c.id = h.card_id
       left join physical_cards k on k.id = s.new_card_id where s.order_id = x.id
     ) as singles_of_order, (
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

/** Returns the card payment of an order, or null if the order was paid with credits. */
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

/** Lists the card provider's events about an intent, newest first. */
export async function listEventsOf(db: Database, intentId: string): Promise<PaymentEventRow[]> {
  return statement<PaymentEventRow>(
    db,
    `select id, type, received_at, handled_at from stripe_events where intent_id = $1
     order by received_at desc, id limit ${EVENTS_MOST}`,
    [intentId],
  );
}
