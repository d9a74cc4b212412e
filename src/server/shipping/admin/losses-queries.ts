// Queries about cards and parcels that the shop lost.
import type { CardStatus, Condition, LockReason } from '#domain/card.ts';
import type { LossMethod, LossReason } from '#domain/loss.ts';
import type { Cents } from '#domain/money.ts';
import type { ShipmentState } from '#domain/shipping.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';

/** A card that may be lost, with the parcel that holds it. */
export type LossCardRow = {
  id: string;
  catalogue_id: string;
  condition: Condition;
  name: string;
  set_name: string;
  number: string;
  serial: string;
  owner_id: string;
  /** What the owner paid for the card as a single. Null if the card came out of a pack. */
  cost: Cents | null;
  status: CardStatus;
  lock_reason: LockReason | null;
  dispute: 'open' | 'won' | 'lost' | null;
  shipment_id: string | null;
  shipment_state: ShipmentState | null;
  /** The day in UTC on which the owner requested the parcel. */
  asked_on: string | null;
  opened_on: string;
};

const LOSS_CARD = `select p.id, p.card_id as catalogue_id, p.condition, c.name, e.name as set_name, c.number, k.serial,
    p.opened_by_id as owner_id, p.cost, p.status, p.lock_reason,
    disputes_of_order(order_of_card(p.pack_id, p.bought_as_id)) as dispute, s.id as shipment_id, s.state as shipment_state,
    to_char(s.requested_at at time zone 'utc', 'YYYY-MM-DD') as asked_on,
    to_char(p.opened_at at time zone 'utc', 'YYYY-MM-DD') as opened_on
  from physical_cards p
  join physical_packs k on k.id = p.pack_id
  join cards c on c.id = p.card_id
  join card_sets e on e.id = c.set_id
  left join shipment_cards h on h.card_id = p.id and h.is_live
  left join shipments s on s.id = h.shipment_id`;

/** Finds the user who is paid for a loss, and the present day in UTC by the shop's clock. */
export async function findLossOwner(
  db: Database,
  userId: string,
): Promise<{ id: string; email: string; isErased: boolean; today: string }> {
  const [row] = await statement<{ id: string; email: string; isErased: boolean; today: string }>(
    db,
    `select id, email, erased_at is not null as "isErased",
       to_char(shop_now() at time zone 'utc', 'YYYY-MM-DD') as today
     from users where id = $1`,
    [userId],
  );
  return row!;
}

/** Finds an opened card. Returns null if there is no such card, or if its pack is sealed. */
export async function findLossCard(db: Database, id: string): Promise<LossCardRow | null> {
  const [row] = await statement<LossCardRow>(db, `${LOSS_CARD} where p.id = $1`, [id]);
  return row ?? null;
}

/** Lists the cards of a parcel and of the shipments that were added to it. */
export async function listLossCards(db: Database, shipmentIds: string[]): Promise<LossCardRow[]> {
  return statement<LossCardRow>(
    db,
    `${LOSS_CARD} where s.id = any ($1::uuid[]) order by k.serial, p.position`,
    [shipmentIds],
  );
}

/** The loss of a card, with the amount that the card's owner gets for it. */
type CardLoss = {
  cardId: string;
  userId: string;
  shipmentId: string | null;
  reason: LossReason;
  askedOn: string | null;
  askedValue: Cents | null;
  foundOn: string;
  foundValue: Cents;
  amount: Cents;
  method: LossMethod;
  reference: string | null;
  replacementId: string | null;
  decidedBy: string;
};

/**
 * Stores losses of cards, and takes the cards out of their shipments. The caller must have locked
 * the cards' rows.
 */
export async function insertCardLosses(db: Transaction, losses: CardLoss[]): Promise<void> {
  await statement(
    db,
    `insert into card_losses (card_id, user_id, shipment_id, reason, asked_on, asked_value, found_on, found_value, amount,
       method, reference, replacement_id, decided_by_id)
     select * from json_to_recordset($1) as l (card_id uuid, user_id uuid, shipment_id uuid, reason text, asked_on date,
       asked_value bigint, found_on date, found_value bigint, amount bigint, method text, reference text, replacement_id uuid,
       decided_by_id uuid)`,
    [
      JSON.stringify(
        losses.map((loss) => ({
          card_id: loss.cardId,
          user_id: loss.userId,
          shipment_id: loss.shipmentId,
          reason: loss.reason,
          asked_on: loss.askedOn,
          asked_value: loss.askedValue,
          found_on: loss.foundOn,
          found_value: loss.foundValue,
          amount: loss.amount,
          method: loss.method,
          reference: loss.reference,
          replacement_id: loss.replacementId,
          decided_by_id: loss.decidedBy,
        })),
      ),
    ],
  );
  await statement(
    db,
    'update shipment_cards set is_live = false where is_live and card_id = any ($1::uuid[])',
    [losses.map(({ cardId }) => cardId)],
  );
}

/** Stores that a shipment is lost, with the amount of the fee that its owner gets back. */
export async function insertParcelLoss(
  db: Transaction,
  loss: {
    shipmentId: string;
    userId: string;
    foundOn: string;
    amount: Cents;
    method: LossMethod;
    reference: string | null;
    decidedBy: string;
  },
): Promise<void> {
  await statement(
    db,
    `insert into parcel_losses (shipment_id, user_id, found_on, amount, method, reference, decided_by_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      loss.shipmentId,
      loss.userId,
      loss.foundOn,
      loss.amount,
      loss.method,
      loss.reference,
      loss.decidedBy,
    ],
  );
}

type BookedLossRow = {
  card_id: string | null;
  name: string | null;
  shipment_id: string | null;
  user_id: string;
  email: string;
  reason: LossReason;
  amount: Cents;
  method: LossMethod;
  reference: string | null;
  decided_by: string;
  decided_at: Date;
};

const BOOKED = `from (
    select card_id, shipment_id, user_id, reason, amount, method, reference, decided_by_id, decided_at from card_losses
    union all
    select null, shipment_id, user_id, 'parcel_lost', amount, method, reference, decided_by_id, decided_at from parcel_losses
  ) l`;

/** Lists a page of all booked losses, newest first, and counts all of them. */
export async function listBookedLosses(
  db: Database,
  limit: number,
  offset: number,
): Promise<{ rows: BookedLossRow[]; total: number }> {
  const page = (part: string) => `
    select l.card_id, c.name, l.shipment_id, l.user_id, u.email, l.reason, l.amount, l.method, l.reference,
      d.email as decided_by, l.decided_at
    ${BOOKED}
    join users u on u.id = l.user_id
    join users d on d.id = l.decided_by_id
    left join physical_cards p on p.id = l.card_id
    left join cards c on c.id = p.card_id
    order by l.decided_at desc, l.card_id nulls last ${part}`;
  return pageOf<BookedLossRow>(db, { from: BOOKED, values: [], page }, limit, offset);
}

/** Lists the ids of a parcel and of the shipments that go with it. */
export async function listPartsOfParcel(db: Database, id: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select id from shipments
     where id = $1 or (goes_with_id = $1 and state not in ('unpaid', 'lapsed', 'cancelled')) order by created_at, id`,
    [id],
  );
  return rows.map((row) => row.id);
}
