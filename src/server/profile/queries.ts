import type { Role } from '#domain/access.ts';
import type { Preferences } from '../accounts/tables.ts';
import { statement, type Database } from '../database/database.ts';

export type ProfileRow = {
  id: string;
  email: string;
  username: string;
  role: Role;
  email_verified: boolean;
  balance: number;
  full_name: string | null;
  phone_number: string | null;
  address_line_1: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  country: string | null;
  preferences: Preferences;
  total_cards: number;
  legendary: number;
  epic: number;
  rare: number;
  total_value: number;
  created_at: Date;
  updated_at: Date;
};

/** A user with their balance and a summary of the cards they have: available or locked ones. */
export async function findProfile(db: Database, userId: string): Promise<ProfileRow | null> {
  const [row] = await statement<ProfileRow>(
    db,
    'find_profile',
    `select u.id, u.email, u.username, u.role, u.email_verified_at is not null as email_verified, a.balance,
       u.full_name, u.phone_number, u.address_line_1, u.city, u.state, u.zip_code, u.country, u.preferences,
       u.created_at, u.updated_at, s.*
     from users u
     join ledger_accounts a on a.owner_id = u.id
     cross join lateral (
       select count(*) as total_cards,
         count(*) filter (where c.rarity = 'mythic') as legendary,
         count(*) filter (where c.rarity = 'uncommon') as epic,
         count(*) filter (where c.rarity = 'rare') as rare,
         coalesce(sum(c.market_value), 0)::bigint as total_value
       from physical_cards p join cards c on c.id = p.card_id
       where p.opened_by_id = u.id and p.status in ('available', 'locked')
     ) s
     where u.id = $1`,
    [userId],
  );
  return row ?? null;
}

/** A user's balance at this moment; null: no such user. */
export async function findCredits(db: Database, userId: string): Promise<number | null> {
  const [row] = await statement<{ balance: number }>(
    db,
    'find_credits',
    'select balance from ledger_accounts where owner_id = $1',
    [userId],
  );
  return row?.balance ?? null;
}
