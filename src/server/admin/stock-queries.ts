// Reads the history of a physical pack and of the cards of an open pack, from the data of every room.
import type { CardStatus, Condition } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { CardMove, PackMove } from '#domain/stock-moves.ts';
import { statement, type Database } from '#engine/database.ts';

export type PackMoveRow = {
  move: PackMove;
  at: Date;
  by: string | null;
  reason: string | null;
  order_id: string | null;
};

/** Lists the history of a pack, oldest first. Reservations for buyers who did not pay leave no trace in it. */
export async function listPackMoves(db: Database, packId: string): Promise<PackMoveRow[]> {
  return statement<PackMoveRow>(
    db,
    `with pack as (
       select p.*, l.reservation_id from physical_packs p left join places l on l.pack_id = p.id where p.id = $1
     ), sales as (
       select reservation_id from pack_returns where pack_id = $1
       union select reservation_id from pack where reservation_id is not null
     ), entries as not materialized (
       select a.*, u.email from audit_log a join users u on u.id = a.actor_id
     ), moves as (
       select 'taken_in' as move, p.received_at as at, (
           select d.email from entries d
           where d.subject_kind = 'pack_type' and d.subject_id = p.pack_type_id and d.action = 'take_in_packs'
             and d.after->'serials' ? p.serial limit 1
         ) as by, null as reason, null::uuid as order_id, 1 as place
       from pack p
       union all
       select case when o.paid_at is null then 'reserved' else 'sold' end, coalesce(o.paid_at, r.created_at),
         null, null, o.id, 2
       from sales s join reservations r on r.id = s.reservation_id left join orders o on o.id = r.id
       union all
       select 'returned', returned_at, null, null, reservation_id, 3 from pack_returns where pack_id = $1
       union all
       select 'opened', opened_at, null, null, null, 4 from openings where pack_id = $1
       union all
       select case d.action when 'withdraw_pack' then 'withdrawn' when 'put_pack_back' then 'put_back' else 'looked_into' end,
         d.at, d.email, d.after->>'reason', null, 5
       from entries d
       where d.subject_kind = 'pack' and d.subject_id = $1::text
         and d.action in ('withdraw_pack', 'put_pack_back', 'look_into_pack')
     )
     select move, at, by, reason, order_id from moves order by at, place`,
    [packId],
  );
}

/** Returns the buyer of a pack, or the user for whom it is reserved, or null if the pack has neither. */
export async function findBuyerOfPack(
  db: Database,
  packId: string,
): Promise<{ id: string; email: string } | null> {
  const [row] = await statement<{ id: string; email: string }>(
    db,
    `select u.id, u.email from places l join users u on u.id = l.buyer_id where l.pack_id = $1`,
    [packId],
  );
  return row ?? null;
}

/**
 * Lists the cards of an open pack, in their order in the pack. A sealed pack has no rows of cards, so its list is
 * empty.
 */
export async function listCardsOfOpenPack(
  db: Database,
  packId: string,
): Promise<{ id: string; name: string; status: CardStatus }[]> {
  return statement(
    db,
    `select k.id, c.name, k.status from physical_cards k join cards c on c.id = k.card_id
     where k.pack_id = $1 and k.bought_as_id is null order by k.position`,
    [packId],
  );
}

export type StockedCardRow = {
  id: string;
  pack_id: string;
  serial: string;
  card_id: string;
  name: string;
  set_name: string;
  number: string;
  condition: Condition;
  status: CardStatus;
  opened_by_id: string;
  email: string;
  remote: string | null;
  photograph: string | null;
};

/** Returns a physical card whose pack is open. Returns null if there is no such card, or if its pack is sealed. */
export async function findStockedCard(db: Database, id: string): Promise<StockedCardRow | null> {
  const [row] = await statement<StockedCardRow>(
    db,
    `select k.id, k.pack_id, p.serial, k.card_id, c.name, s.name as set_name, c.number, k.condition, k.status,
       k.opened_by_id, u.email, c.image_url as remote, f.picture as photograph
     from physical_cards k join physical_packs p on p.id = k.pack_id join cards c on c.id = k.card_id
     join card_sets s on s.id = c.set_id join users u on u.id = k.opened_by_id
     left join card_photographs f on f.pack_id = k.pack_id and f.position = k.position
     where k.id = $1`,
    [id],
  );
  return row ?? null;
}

export type CardMoveRow = {
  move: CardMove;
  at: Date;
  shipment_id: string | null;
  amount: Cents | null;
};

/** SQL for the history of the card $1. */
export const CARD_MOVES_OF = `
     with card as (
       select * from physical_cards where id = $1
     ), parcels as (
       select s.* from shipment_cards l join shipments s on s.id = l.shipment_id where l.card_id = $1
     ), moves as (
       select case when bought_as_id is null then 'opened' else 'bought' end as move, opened_at as at, null::uuid as shipment_id, null::bigint as amount, 1 as place from card
       union all select 'shipment_begun', created_at, id, null, 2 from parcels where requested_at is null
       union all select 'shipment_requested', requested_at, id, null, 3 from parcels where requested_at is not null
       union all select 'shipment_cancelled', cancelled_at, id, null, 4 from parcels where cancelled_at is not null
       union all select 'shipped', shipped_at, id, null, 5 from parcels where shipped_at is not null
       union all select 'delivered', delivered_at, id, null, 6 from parcels where delivered_at is not null
       union all select 'expired', auto_convert_at, null, null, 7 from card where lock_reason = 'expired'
       union all select 'disputed', locked_at, null, null, 7 from dispute_cards where card_id = $1
       union all select status, exited_at, null, exit_price, 8 from card where exited_at is not null
       union all select 'released', at, null, null, 9 from audit_log
         where subject_kind = 'card' and subject_id = $1::text and action = 'release_card'
     )
     select move, at, shipment_id, amount, place from moves`;

/** The history of a card, oldest first. */
export async function listCardMoves(db: Database, cardId: string): Promise<CardMoveRow[]> {
  return statement<CardMoveRow>(
    db,
    `select move, at, shipment_id, amount from (${CARD_MOVES_OF}) m order by at, place`,
    [cardId],
  );
}
