import { difference, sum, type Cents } from '#domain/money.ts';
import type { Region } from '#domain/region.ts';
import type { ShipmentState, ShippingAddress, ShipmentStatus } from '#domain/shipping.ts';
import { taxLinesOfSale, sumOfTaxes, type TaxLine } from '#domain/tax-lines.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { OPENING_OF_CARD } from '../collection/own-cards-queries.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import type { StoredQuote } from './shipping-quotes-queries.ts';

type ShipmentCard = {
  cardId: string;
  catalogueCardId: string;
  name: string;
  openingId: string;
  remote: string | null;
  photograph: string | null;
};

export type ShipmentRow = {
  id: string;
  user_id: string;
  state: ShipmentState;
  payment_method: 'balance' | 'stripe';
  base_fee: Cents;
  weight_fee: Cents;
  insurance_fee: Cents;
  reduction: Cents;
  insured_value: Cents;
  /**
   * `quote_id`, `service`, `delivery` and `quoted_value` are null if the shipment was requested
   * before the shop stored quotes.
   */
  quote_id: string | null;
  service: string | null;
  delivery: string | null;
  /**
   * The value of the cards at the time of the quote. If the shipment was added to a parcel, this includes the parcel's
   * own cards.
   */
  quoted_value: Cents | null;
  goes_with_id: string | null;
  tax: Cents;
  taxes: TaxLine[] | null;
  region: Region | null;
  address: ShippingAddress | null;
  carrier: string | null;
  tracking_number: string | null;
  requested_at: Date | null;
  packed_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  cancelled_at: Date | null;
  lost_at: Date | null;
  /** The time by which an operator checks the held parcel. Null if the parcel is not held. */
  checked_until: Date | null;
  updated_at: Date;
  /** The cards, sorted by pack, and by position within a pack. */
  cards: ShipmentCard[];
};

const SHIPMENT = `select s.id, s.user_id, s.state, s.payment_method, s.base_fee, s.weight_fee, s.insurance_fee, s.reduction,
    s.insured_value, s.quote_id, q.service_name as service, q.delivery, q.market_value as quoted_value, s.goes_with_id,
    s.tax, s.taxes, s.region, s.address, s.carrier,
    s.tracking_number, s.requested_at, s.packed_at, s.shipped_at, s.delivered_at, s.cancelled_at, s.lost_at, s.updated_at, k.check_by as checked_until,
    held.cards
  from shipments s
  left join shipping_quotes q on q.id = s.quote_id
  left join parcel_holds k on k.shipment_id = coalesce(s.goes_with_id, s.id) and k.released_at is null
    and s.state in ('requested', 'packed')
  cross join lateral (
    select json_agg(json_build_object('cardId', p.id, 'catalogueCardId', c.id, 'name', c.name, 'openingId', ${OPENING_OF_CARD},
        'remote', c.image_url, 'photograph', f.picture)
      order by p.opened_at, o.id, p.position) as cards
    from shipment_cards sc
    join physical_cards p on p.id = sc.card_id
    join cards c on c.id = p.card_id
    join openings o on o.pack_id = p.pack_id
    left join card_photographs f on f.pack_id = p.pack_id and f.position = p.position
    where sc.shipment_id = s.id
  ) held`;

/** Finds a shipment of any user, whether it is paid or not. */
export async function findShipment(db: Database, id: string): Promise<ShipmentRow | null> {
  const [row] = await statement<ShipmentRow>(db, `${SHIPMENT} where s.id = $1`, [id]);
  return row ?? null;
}

/** Finds a shipment and locks it until the transaction ends. Lock its owner's account before you call this. */
export async function lockShipment(db: Transaction, id: string): Promise<ShipmentRow | null> {
  const [row] = await statement<ShipmentRow>(db, `${SHIPMENT} where s.id = $1 for update of s`, [
    id,
  ]);
  return row ?? null;
}

/** Finds the shipments with these ids, in no particular order. Skips unknown ids. */
export async function findShipmentsById(db: Database, ids: string[]): Promise<ShipmentRow[]> {
  return statement<ShipmentRow>(db, `${SHIPMENT} where s.id = any ($1::uuid[])`, [ids]);
}

/** Lists a page of a user's paid shipments, newest first, and counts all of them. */
export async function listShipmentsOf(
  db: Database,
  userId: string,
  limit: number,
  offset: number,
): Promise<{ rows: ShipmentRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    statement<ShipmentRow>(
      db,
      `${SHIPMENT} where s.user_id = $1 and s.requested_at is not null
       order by s.requested_at desc, s.id limit $2 offset $3`,
      [userId, limit, offset],
    ),
    statement<{ total: number }>(
      db,
      'select count(*) as total from shipments where user_id = $1 and requested_at is not null',
      [userId],
    ),
  ]);
  return { rows, total: count!.total };
}

/**
 * Lists the cards that a user's open card payment reserves. A request by the user to ship these cards ends the payment.
 */
export async function listCardsReservedForPayment(db: Database, userId: string): Promise<string[]> {
  const rows = await statement<{ card_id: string }>(
    db,
    `select sc.card_id from shipments s
     join shipment_cards sc on sc.shipment_id = s.id and sc.is_live
     join payments y on y.purpose = 'shipment' and y.subject_id = s.id
     where s.user_id = $1 and s.state = 'unpaid' and y.state in ('creating', 'open')`,
    [userId],
  );
  return rows.map((row) => row.card_id);
}

/** Lists the requested parcels that have cards of an order and have not left. */
export async function listWaitingShipmentsOfOrder(
  db: Database,
  orderId: string,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select distinct s.id from cards_of_order($1) k (id)
     join shipment_cards c on c.card_id = k.id and c.is_live
     join shipments s on s.id = c.shipment_id
     where s.state in ('requested', 'packed') order by s.id`,
    [orderId],
  );
  return rows.map((row) => row.id);
}

/** Stores a shipment and its cards. Returns the time at which they were stored. */
export async function insertShipment(
  db: Transaction,
  shipment: {
    id: string;
    userId: string;
    state: 'unpaid' | 'requested';
    paymentMethod: 'balance' | 'stripe';
    quote: StoredQuote;
    taxes: TaxLine[];
    /** The region whose taxes apply. Null if parcels are not taxed. */
    region: Region | null;
    address: ShippingAddress;
    cardIds: string[];
  },
): Promise<Date> {
  const { offer } = shipment.quote;
  const [[row]] = await Promise.all([
    statement<MovedRow & { created_at: Date }>(
      db,
      `insert into shipments (id, user_id, state, payment_method, quote_id, base_fee, weight_fee, insurance_fee, reduction,
         insured_value, goes_with_id, address, tax, taxes, region, created_at, requested_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, shop_now(),
         case when $3 = 'requested' then shop_now() end, shop_now())
       returning ${MOVED}, created_at`,
      [
        shipment.id,
        shipment.userId,
        shipment.state,
        shipment.paymentMethod,
        shipment.quote.id,
        offer.fee.base,
        offer.fee.weight,
        offer.fee.insurance,
        offer.fee.reduction,
        offer.insuredValue,
        shipment.quote.beside?.shipmentId ?? null,
        JSON.stringify(shipment.address),
        sumOfTaxes(shipment.taxes),
        shipment.taxes.length === 0 ? null : JSON.stringify(shipment.taxes),
        shipment.region,
      ],
    ),
    statement(
      db,
      'insert into shipment_cards (shipment_id, card_id) select $1, unnest($2::uuid[])',
      [shipment.id, shipment.cardIds],
    ),
  ]);
  publishMoved(db, shipment.state, row!);
  return row!.created_at;
}

// The column with the time of each status. The status of a shipment whose payment expired has no
// column.
const INSTANT_OF: Partial<Record<ShipmentState, string>> = {
  requested: 'requested_at',
  packed: 'packed_at',
  shipped: 'shipped_at',
  delivered: 'delivered_at',
  cancelled: 'cancelled_at',
  lost: 'lost_at',
} satisfies Record<ShipmentStatus, string>;

/** Changes a shipment's state. The database checks the order of states. */
export async function updateShipmentState(
  db: Transaction,
  id: string,
  state: ShipmentState,
  parcel: { carrier: string; trackingNumber: string } | null = null,
): Promise<void> {
  const instant = INSTANT_OF[state];
  const [row] = await statement<MovedRow>(
    db,
    `update shipments set state = $2, carrier = coalesce($3, carrier), tracking_number = coalesce($4, tracking_number),
       updated_at = shop_now()${instant === undefined ? '' : `, ${instant} = shop_now()`}
     where id = $1 returning ${MOVED}`,
    [id, state, parcel?.carrier ?? null, parcel?.trackingNumber ?? null],
  );
  publishMoved(db, state, row!);
}

type MovedRow = {
  id: string;
  user_id: string;
  carrier: string | null;
  tracking_number: string | null;
  goes_with_id: string | null;
};

const MOVED = 'id, user_id, carrier, tracking_number, goes_with_id';

/** Publishes a parcel's new status. A parcel that is not paid is not published. */
function publishMoved(db: Transaction, state: ShipmentState, row: MovedRow): void {
  if (state === 'unpaid' || state === 'lapsed') return;
  publishEvents(db, {
    type: `parcel.${state}`,
    data: {
      parcelId: row.id,
      userId: row.user_id,
      status: state,
      carrier: row.carrier,
      trackingNumber: row.tracking_number,
      goesWithId: row.goes_with_id,
    },
  });
}

export async function updateShipmentAddress(
  db: Transaction,
  id: string,
  address: ShippingAddress,
): Promise<void> {
  await statement(db, 'update shipments set address = $2, updated_at = shop_now() where id = $1', [
    id,
    JSON.stringify(address),
  ]);
}

/** Releases the cards of a shipment (`isLive` false), or claims them again because its payment came late. */
export async function updateShipmentCardsLive(
  db: Transaction,
  id: string,
  isLive: boolean,
): Promise<void> {
  await statement(db, 'update shipment_cards set is_live = $2 where shipment_id = $1', [
    id,
    isLive,
  ]);
}

/** The parts of a shipment's fee. */
export type FeeColumns = Pick<
  ShipmentRow,
  'base_fee' | 'weight_fee' | 'insurance_fee' | 'reduction'
>;

/** The fee of a shipment without tax. `FEE` computes it in SQL. */
export function shipmentFee(shipment: FeeColumns): Cents {
  const { base_fee, weight_fee, insurance_fee, reduction } = shipment;
  return difference(sum(base_fee, weight_fee, insurance_fee), reduction);
}

export const FEE = '(base_fee + weight_fee + insurance_fee - reduction)';

/** A parcel that nobody has begun to pack. Its fields include the shipments that were added to it. */
export type WaitingShipment = {
  id: string;
  address: ShippingAddress;
  /** Null if the parcel was requested before tariffs had services. */
  serviceKey: string | null;
  cardCount: number;
  /** The present value of the cards. */
  marketValue: Cents;
  paid: Cents;
};

/** Lists at most `most` waiting parcels of a user, newest first. */
export async function listWaitingShipments(
  db: Database,
  userId: string,
  most: number,
): Promise<WaitingShipment[]> {
  return statement<WaitingShipment>(
    db,
    `select s.id, s.address, q.service_key as "serviceKey",
       held.cards as "cardCount", held.value as "marketValue", s_paid.paid
     from shipments s
     left join shipping_quotes q on q.id = s.quote_id
     cross join lateral (
       select sum(${FEE})::bigint as paid from shipments
       where id = s.id or (goes_with_id = s.id and state = 'requested')
     ) s_paid
     cross join lateral (
       select count(*)::int as cards, coalesce(sum(c.market_value), 0)::bigint as value
       from shipments x
       join shipment_cards h on h.shipment_id = x.id and h.is_live
       join physical_cards p on p.id = h.card_id
       join cards c on c.id = p.card_id
       where (x.id = s.id or x.goes_with_id = s.id) and x.state = 'requested'
     ) held
     where s.user_id = $1 and s.state = 'requested' and s.goes_with_id is null
     order by s.created_at desc, s.id limit $2`,
    [userId, most],
  );
}

/** Counts the cards of a parcel and of the shipments that were added to it. */
export async function countCardsOfParcel(db: Database, id: string): Promise<number> {
  const [row] = await statement<{ cards: number }>(
    db,
    `select count(*)::int as cards from shipments x
     join shipment_cards h on h.shipment_id = x.id and h.is_live
     where (x.id = $1 or x.goes_with_id = $1) and x.state = 'requested'`,
    [id],
  );
  return row!.cards;
}

/**
 * Locks the shipments that were added to a parcel, and returns them in the order in which they were
 * added. Lock the parcel before you call this.
 */
export async function lockAdditions(db: Transaction, id: string): Promise<ShipmentRow[]> {
  return statement<ShipmentRow>(
    db,
    `${SHIPMENT} where s.goes_with_id = $1 and s.state not in ('unpaid', 'lapsed', 'cancelled')
     order by s.created_at, s.id for update of s`,
    [id],
  );
}

/** A shipment that was added to a parcel, with the fields that pages show. */
export type AdditionRow = {
  id: string;
  cardCount: number;
  totalFee: Cents;
  paymentMethod: 'balance' | 'stripe';
};

/**
 * Lists the shipments that were added to some parcels. The returned function gives those of one
 * parcel, in the order in which they were added.
 */
export async function listAdditions(
  db: Database,
  parcelIds: string[],
): Promise<(parcelId: string) => AdditionRow[]> {
  const rows = await statement<AdditionRow & { parcelId: string }>(
    db,
    `select p.id as "parcelId", x.* from shipments p
     cross join lateral (
       select id, payment_method as "paymentMethod", ${PAID} as "totalFee",
         (select count(*)::int from shipment_cards sc where sc.shipment_id = shipments.id) as "cardCount", created_at
       from shipments where goes_with_id = p.id and state = p.state
     ) x
     where p.id = any ($1::uuid[]) order by x.created_at, x.id`,
    [parcelIds],
  );
  const additions = Map.groupBy(rows, (row) => row.parcelId);
  return (parcelId) => additions.get(parcelId) ?? [];
}

/** The taxes on a shipment's fee. */
export function shipmentTaxes({ taxes, tax }: Pick<ShipmentRow, 'taxes' | 'tax'>): TaxLine[] {
  return taxLinesOfSale(taxes, tax);
}

/** The amount paid for a shipment, which is fee and tax. `PAID` computes it in SQL. */
export function paidForShipment(shipment: FeeColumns & Pick<ShipmentRow, 'tax'>): Cents {
  return sum(shipmentFee(shipment), shipment.tax);
}

export const PAID = `(${FEE} + tax)`;

/**
 * Deletes the addresses in a user's shipments. The database forbids this while any of the shipments
 * is on its way.
 */
export async function clearShipmentAddresses(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    'update shipments set address = null where user_id = $1 and address is not null',
    [userId],
  );
}
