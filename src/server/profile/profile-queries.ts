import type { Right, Role } from '#domain/access.ts';
import type { Pause } from '#domain/dispute.ts';
import type { StandingClaim, StandingPayment, StandingShipment } from '#domain/leaving.ts';
import type { Cents } from '#domain/money.ts';
import { STAFF_RIGHTS_OF_U } from '../accounts/users-queries.ts';
import { PREFERENCES, type Preferences } from '../accounts/settings-queries.ts';
import { SELLBACK_RATE } from '#domain/sellback.ts';
import { collectionSummaryOf, type CollectionSummaryRow } from '../collection/own-cards-queries.ts';
import { statement, type Database } from '#engine/database.ts';

export type ProfileRow = CollectionSummaryRow & {
  id: string;
  email: string;
  username: string;
  role: Role;
  rights: Right[] | null;
  email_verified: boolean;
  balance: Cents;
  pause: Pause | null;
  debt: Cents;
  full_name: string | null;
  phone_number: string | null;
  address_line_1: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  country: string | null;
  preferences: Preferences;
  sealed_packs: number;
  deletion_due_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Returns a user with their balance, and a summary of their available and locked cards. */
export async function findProfile(db: Database, userId: string): Promise<ProfileRow | null> {
  const [row] = await statement<ProfileRow>(
    db,
    `select u.id, u.email, u.username, u.role, ${STAFF_RIGHTS_OF_U} as rights, u.email_verified_at is not null as email_verified, a.balance,
       account_pause(u.id) as pause, coalesce(d.balance, 0)::bigint as debt,
       u.full_name, u.phone_number, u.address_line_1, u.city, u.state, u.zip_code, u.country, ${PREFERENCES},
       u.deletion_due_at, u.created_at, u.updated_at, s.*,
       (select count(*) from places where buyer_id = u.id and state in ('sold', 'disputed')) as sealed_packs
     from users u
     join ledger_accounts a on a.owner_id = u.id
     left join ledger_accounts d on d.debtor_id = u.id
     cross join lateral (
       ${collectionSummaryOf('u.id')}
     ) s
     where u.id = $1`,
    [userId, SELLBACK_RATE],
  );
  return row ?? null;
}

/** Lists a user's card payments that may still move money. */
export async function listOpenPayments(db: Database, userId: string): Promise<StandingPayment[]> {
  return statement<StandingPayment>(
    db,
    `select y.id, y.state, y.description, y.amount, f.owed as "refundOwed", y.created_at as "createdAt"
     from payments y cross join lateral (
       select sum(amount)::bigint as owed from refunds
       where payment_id = y.id and state <> 'paid' and replaced_by is null
     ) f
     where y.user_id = $1 and (f.owed is not null or y.state in ('creating', 'open', 'processing', 'refund_due'))`,
    [userId],
  );
}

/** Lists the open shipments of a user: those that have not lapsed, arrived, been cancelled or been lost. */
export async function listOpenShipments(db: Database, userId: string): Promise<StandingShipment[]> {
  return statement<StandingShipment>(
    db,
    `select s.id, s.state, s.created_at as "createdAt",
       (select count(*) from shipment_cards c where c.shipment_id = s.id) as cards
     from shipments s where s.user_id = $1 and s.state not in ('lapsed', 'delivered', 'cancelled', 'lost')`,
    [userId],
  );
}

/** Lists what a user's account still has to settle: undecided disputes and debt. */
export async function listOpenClaims(db: Database, userId: string): Promise<StandingClaim[]> {
  return statement<StandingClaim>(
    db,
    `select 'dispute' as kind, d.id, y.description, d.amount, d.raised_at as since
     from disputes d join payments y on y.id = d.payment_id
     where d.user_id = $1 and d.state in ('inquiry', 'open')
     union all
     select 'debt', a.debtor_id, 'Owed for payments whose money went back to you', a.balance,
       (select max(decided_at) from disputes where user_id = $1 and state = 'lost')
     from ledger_accounts a where a.debtor_id = $1 and a.balance > 0`,
    [userId],
  );
}

export type HoldingsRow = {
  available: number;
  available_value: Cents;
  locked: number;
  locked_value: Cents;
  unopened_packs: number;
};

/** Counts what a user has in the shop: cards at today's market value, and sealed packs. */
export async function findHoldings(db: Database, userId: string): Promise<HoldingsRow> {
  const [row] = await statement<HoldingsRow>(
    db,
    `select
       count(*) filter (where p.status = 'available') as available,
       coalesce(sum(c.market_value) filter (where p.status = 'available'), 0)::bigint as available_value,
       count(*) filter (where p.status = 'locked') as locked,
       coalesce(sum(c.market_value) filter (where p.status = 'locked'), 0)::bigint as locked_value,
       (select count(*) from places where buyer_id = $1 and state in ('sold', 'disputed')) as unopened_packs
     from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $1 and p.status in ('available', 'locked')`,
    [userId],
  );
  return row!;
}
