import type { CardDisposal } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { ReminderDays } from '#domain/sellback.ts';
import {
  batchedStatement,
  statement,
  withoutTableScans,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';

/**
 * Marks cards as gone from their owner, each with its own price, so that they belong to the shop again. The caller must
 * have locked the cards. The statement is not awaited: if it fails, nothing is committed.
 */
export function disposeCards(db: Transaction, disposal: CardDisposal, gone: Gone[]): void {
  db.later(withoutTableScans(db, () => batchedStatement(db, DISPOSED, { disposal, gone })));
}

type Gone = { cardId: string; paid: Cents };

const DISPOSED: BatchedStatement<{ disposal: CardDisposal; gone: Gone[] }> = {
  text: `update physical_cards p
     set status = g.status, lock_reason = null, exit_price = g.paid, exited_at = shop_now(), auto_convert_at = null
     from unnest($1::text[], $2::uuid[], $3::bigint[]) as g (status, id, paid) where p.id = g.id`,
  valuesOf: (disposals) =>
    inColumns(
      disposals.flatMap(({ disposal, gone }) =>
        gone.map(({ cardId, paid }) => [disposal, cardId, paid]),
      ),
      3,
    ),
};

/** Locks expired cards until an operator decides about them. The caller must have locked their rows. */
export async function markCardsExpired(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'expired' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/**
 * Locks those cards of opened packs that their owner still has, because their payment was refunded.
 * An operator decides about them.
 */
export async function holdCardsOfPacks(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'refund'
     where id = any (array(
       select id from physical_cards
       where pack_id = any ($1::uuid[]) and bought_as_id is null and (status = 'available' or lock_reason = 'expired')
       order by id for update))`,
    [packIds],
  );
}

/**
 * Returns singles to the shop: those of the given holdings that were bought as singles, are still here, and are not
 * locked or reserved. Returns their ids.
 */
export async function returnBoughtCards(db: Transaction, cardIds: string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `update physical_cards set status = 'returned', exited_at = shop_now()
     where id = any (array(
       select id from physical_cards
       where id = any ($1::uuid[]) and bought_as_id is not null and status = 'available' order by id for update))
     returning id`,
    [cardIds],
  );
  return rows.map(({ id }) => id);
}

/** Returns cards to the shop without paying for them. The caller must have locked the cards. */
export async function reclaimCards(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards
     set status = 'reclaimed', lock_reason = null, exited_at = shop_now(), auto_convert_at = null
     where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/**
 * Extends the time of expired cards by `days`, so that reminders start again. Returns the new end
 * of this time. The caller must have locked the cards.
 */
export async function releaseExpiredCards(
  db: Transaction,
  cardIds: string[],
  days: number,
): Promise<Date | null> {
  const [row] = await statement<{ auto_convert_at: Date }>(
    db,
    `update physical_cards
     set status = 'available', lock_reason = null, reminded_days = null,
       auto_convert_at = shop_now() + make_interval(days => $2) + time_standing_still(opened_by_id)
     where id = any ($1::uuid[]) returning auto_convert_at`,
    [cardIds, days],
  );
  return row?.auto_convert_at ?? null;
}

/**
 * Records the reminder that was sent for each card: the number of days before its end, and the
 * present time.
 */
export async function markCardsReminded(
  db: Transaction,
  reminded: { cardId: string; days: ReminderDays }[],
): Promise<void> {
  await statement(
    db,
    `with reminded as (
       select * from unnest($1::uuid[], $2::smallint[]) as r (id, days)
     ), noted as (
       insert into card_reminders (card_id, days) select id, days from reminded
     )
     update physical_cards p set reminded_days = r.days from reminded r where p.id = r.id`,
    [reminded.map((one) => one.cardId), reminded.map((one) => one.days)],
  );
}

/** Reserves cards until their shipment is paid by card. The cards must already be in the shipment. */
export async function holdCardsForPayment(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'shipping_payment' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/** Marks cards as shipped. The cards must already be in a shipment. */
export async function markCardsShipped(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'shipped', lock_reason = null, shipped_at = shop_now() where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/**
 * Returns cards to their owner after they left a shipment. The days in the shipment don't count towards the cards'
 * conversion, and the owner is reminded of the new end. Cards of a disputed order stay locked. Cards of a lost dispute
 * go to the shop. Lost cards stay lost.
 */
export async function returnCardsToOwner(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards c
     set status = case dispute when 'open' then 'locked' when 'lost' then 'reclaimed' else 'available' end,
       lock_reason = case dispute when 'open' then 'dispute' end, shipped_at = null,
       exited_at = case dispute when 'lost' then shop_now() end,
       auto_convert_at = case when dispute is distinct from 'lost'
         then auto_convert_at + coalesce(shop_now() - shipped_at, interval '0') end,
       reminded_days = case when shipped_at is null then reminded_days end
     from (
       select k.id, disputes_of_order(order_of_card(k.pack_id, k.bought_as_id)) as dispute
       from physical_cards k
       where k.id = any ($1::uuid[]) and k.status <> 'lost'
     ) d
     where c.id = d.id`,
    [cardIds],
  );
}

/** Whether the dispute of an order of any of these cards is lost. */
export async function isAnyCardLost(db: Database, cardIds: string[]): Promise<boolean> {
  const rows = await statement(
    db,
    `select from physical_cards k
     where k.id = any ($1::uuid[]) and disputes_of_order(order_of_card(k.pack_id, k.bought_as_id)) = 'lost' limit 1`,
    [cardIds],
  );
  return rows.length > 0;
}

/**
 * Locks the rows of those cards of an order, from packs or bought as singles, that the shop stores and has not bought back, in
 * the order of their ids. Locks the order's packs before the cards. A transaction that opens one of
 * these packs has then either finished, or finds its pack locked.
 */
export async function lockCardsOfOrder(
  db: Transaction,
  reservationId: string,
): Promise<{ id: string; isExpired: boolean }[]> {
  await statement(db, 'select id from places where reservation_id = $1 order by id for update', [
    reservationId,
  ]);
  const rows = await statement<{ id: string; is_expired: boolean }>(
    db,
    `select k.id, k.status = 'locked' as is_expired
     from cards_of_order($1) o (id) join physical_cards k on k.id = o.id
     where (k.status = 'available' or k.lock_reason = 'expired')
     order by k.id for update of k`,
    [reservationId],
  );
  return rows.map((row) => ({ id: row.id, isExpired: row.is_expired }));
}

/** Lists the ids of an order's singles (the buyer's holdings) that a dispute locks. */
export async function listDisputedSingles(db: Database, orderId: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select k.id from order_singles s join physical_cards k on k.id = s.new_card_id
     where s.order_id = $1 and k.lock_reason = 'dispute' order by k.id`,
    [orderId],
  );
  return rows.map(({ id }) => id);
}

/** Locks cards until the bank has decided about the payment of their packs. */
export async function markCardsDisputed(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'dispute' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/**
 * Returns an order's cards to their owner in their earlier state, because the shop won the dispute.
 * The time of the dispute doesn't count towards the cards' conversion. The owner also gets cards
 * that came back from a parcel meanwhile.
 */
export async function releaseCardsOfOrder(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update physical_cards c
     set status = case when was_expired then 'locked' else 'available' end,
       lock_reason = case when was_expired then 'expired' end,
       auto_convert_at = case when was_expired then auto_convert_at else auto_convert_at + (shop_now() - locked_at) end,
       reminded_days = case when was_expired then reminded_days end
     from (
       select k.id, coalesce(l.was_expired, false) as was_expired, coalesce(l.locked_at, d.opened_at) as locked_at
       from cards_of_order($1) o (id)
       join physical_cards k on k.id = o.id and k.lock_reason = 'dispute'
       left join lateral (
         select locked_at, was_expired from dispute_cards where card_id = k.id order by locked_at desc limit 1
       ) l on true
       cross join lateral (
         select min(x.opened_at) as opened_at from payments y join disputes x on x.payment_id = y.id
         where y.purpose = 'order' and y.subject_id = $1
       ) d
     ) r
     where c.id = r.id`,
    [reservationId],
  );
}

/** Gives an order's locked cards to the shop, because the shop lost the dispute. */
export async function reclaimCardsOfOrder(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update physical_cards c
     set status = 'reclaimed', lock_reason = null, exited_at = shop_now(), auto_convert_at = null
     where c.id = any (array(select cards_of_order($1))) and c.lock_reason = 'dispute'`,
    [reservationId],
  );
}

/** Marks the cards of a parcel as delivered. Leaves out cards that are marked as lost. */
export async function markCardsDelivered(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'delivered', delivered_at = shop_now()
     where id = any ($1::uuid[]) and status <> 'lost'`,
    [cardIds],
  );
}

/**
 * Marks cards as lost, each with the amount that its owner got for it. The caller must have locked
 * the cards, taken them out of their shipment, and stored their losses.
 */
export async function markCardsLost(
  db: Transaction,
  lost: { cardId: string; amount: Cents }[],
): Promise<void> {
  await statement(
    db,
    `update physical_cards p
     set status = 'lost', lock_reason = null, exit_price = l.amount, exited_at = shop_now(), auto_convert_at = null
     from unnest($1::uuid[], $2::bigint[]) as l (id, amount) where p.id = l.id`,
    [lost.map((one) => one.cardId), lost.map((one) => one.amount)],
  );
}
