import type { CardDisposal } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { ReminderDays } from '#domain/sellback.ts';
import { statement, type Transaction } from '../database/database.ts';

/** Marks cards that the caller has locked as gone, each for its own price: they are the house's again. */
export async function disposeCards(
  db: Transaction,
  disposal: CardDisposal,
  gone: { cardId: string; paid: Cents }[],
): Promise<void> {
  await statement(
    db,
    `update physical_cards p
     set status = $1, lock_reason = null, exit_price = g.paid, exited_at = shop_now(), auto_convert_at = null
     from unnest($2::uuid[], $3::bigint[]) as g (id, paid) where p.id = g.id`,
    [disposal, gone.map((one) => one.cardId), gone.map((one) => one.paid)],
  );
}

/** Locks cards whose time is over, until an operator decides about them. The caller has them locked. */
export async function markCardsExpired(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'expired' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/** Locks the cards of opened packs that their owner still has, until an operator decides: their money went back. */
export async function holdCardsOfPacks(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'refund'
     where id = any (array(
       select id from physical_cards
       where pack_id = any ($1::uuid[]) and (status = 'available' or lock_reason = 'expired')
       order by id for update))`,
    [packIds],
  );
}

/** Gives expired cards that the caller has locked `days` more, reminders included. Returns their new end. */
export async function releaseExpiredCards(
  db: Transaction,
  cardIds: string[],
  days: number,
): Promise<Date | null> {
  const [row] = await statement<{ auto_convert_at: Date }>(
    db,
    `update physical_cards
     set status = 'available', lock_reason = null, reminded_days = null,
       auto_convert_at = shop_now() + make_interval(days => $2)
     where id = any ($1::uuid[]) returning auto_convert_at`,
    [cardIds, days],
  );
  return row?.auto_convert_at ?? null;
}

/** Notes how many days ahead the owner of each card was reminded of its end. */
export async function markCardsReminded(
  db: Transaction,
  reminded: { cardId: string; days: ReminderDays }[],
): Promise<void> {
  await statement(
    db,
    `update physical_cards p set reminded_days = r.days
     from unnest($1::uuid[], $2::smallint[]) as r (id, days) where p.id = r.id`,
    [reminded.map((one) => one.cardId), reminded.map((one) => one.days)],
  );
}

/** Keeps cards back until their shipment is paid by card. They are in it already. */
export async function holdCardsForPayment(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'locked', lock_reason = 'shipping_payment' where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/** Sends cards on their way. They are in a shipment already. */
export async function markCardsShipped(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'shipped', lock_reason = null, shipped_at = shop_now() where id = any ($1::uuid[])`,
    [cardIds],
  );
}

/**
 * Gives cards back to their owner that were in a shipment and are in it no more. The days that they were
 * on their way don't count towards their conversion, and their owner is told of the new day.
 */
export async function returnCardsToOwner(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'available', lock_reason = null, shipped_at = null,
       auto_convert_at = auto_convert_at + coalesce(shop_now() - shipped_at, interval '0'),
       reminded_days = case when shipped_at is null then reminded_days end
     where id = any ($1::uuid[])`,
    [cardIds],
  );
}

export async function markCardsDelivered(db: Transaction, cardIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_cards set status = 'delivered', delivered_at = shop_now() where id = any ($1::uuid[])`,
    [cardIds],
  );
}
