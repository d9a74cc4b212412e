// Queries of parcels that wait until an operator has checked the payments of their owner.
import {
  CHECK_DAYS,
  RISK_COUNT,
  RISK_DAYS,
  RISK_HOURS,
  RISKY_WORDS,
  type Risk,
} from '#domain/risk.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * Finds signs of a stolen card in a user's newest payments. Payments from before the release of an earlier parcel are
 * left out, because an operator has already checked them.
 */
export async function findRisks(db: Transaction, userId: string): Promise<Risk[]> {
  const [row] = await statement<Record<Risk, boolean>>(
    db,
    `select
       coalesce(bool_or(y.risk_level = any ($2::text[])), false) as risk_word,
       coalesce(bool_or(y.card_fingerprint is not null and (
         select count(distinct o.card_fingerprint) from payments o
         where o.user_id = y.user_id and o.created_at between y.created_at - interval '${RISK_HOURS} hours' and y.created_at
       ) >= ${RISK_COUNT}), false) as several_cards,
       coalesce(bool_or((
         select count(distinct o.user_id) from payments o
         where o.card_fingerprint = y.card_fingerprint
           and o.created_at between y.created_at - interval '${RISK_HOURS} hours' and y.created_at + interval '${RISK_HOURS} hours'
       ) >= ${RISK_COUNT}), false) as several_accounts
     from payments y
     where y.user_id = $1 and y.created_at > shop_now() - interval '${RISK_DAYS} days'
       and y.updated_at > coalesce((
         select max(h.released_at) from parcel_holds h join shipments s on s.id = h.shipment_id where s.user_id = $1
       ), '-infinity')`,
    [userId, RISKY_WORDS],
  );
  return (['risk_word', 'several_cards', 'several_accounts'] as const).filter((risk) => row![risk]);
}

/**
 * Holds a parcel. Returns the time by which an operator checks it. Returns null if the parcel is
 * already held, or was released before.
 */
export async function insertParcelHold(
  db: Transaction,
  shipmentId: string,
  reasons: Risk[],
): Promise<Date | null> {
  const [row] = await statement<{ check_by: Date }>(
    db,
    `insert into parcel_holds (shipment_id, reasons, check_by)
     values ($1, $2, shop_now() + interval '${CHECK_DAYS} days')
     on conflict (shipment_id) do nothing returning check_by`,
    [shipmentId, reasons],
  );
  return row?.check_by ?? null;
}

type HeldParcelRow = {
  shipment_id: string;
  user_id: string;
  email: string;
  reasons: Risk[];
  held_at: Date;
  check_by: Date;
};

const HOLDS_MAX = 100;

/** Lists the held parcels that have not been cancelled. The most urgent parcel comes first. */
export async function listHeldParcels(db: Database): Promise<HeldParcelRow[]> {
  return statement<HeldParcelRow>(
    db,
    `select h.shipment_id, s.user_id, u.email, h.reasons, h.held_at, h.check_by
     from parcel_holds h join shipments s on s.id = h.shipment_id join users u on u.id = s.user_id
     where h.released_at is null and s.state in ('requested', 'packed')
     order by h.check_by, h.shipment_id limit ${HOLDS_MAX}`,
    [],
  );
}

/** Releases a parcel. Returns false if the parcel is not held. */
export async function releaseParcelHold(
  db: Transaction,
  shipmentId: string,
  releasedBy: string,
  reason: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update parcel_holds set released_at = shop_now(), released_by_id = $2, release_reason = $3
     where shipment_id = $1 and released_at is null returning shipment_id`,
    [shipmentId, releasedBy, reason],
  );
  return rows.length > 0;
}
