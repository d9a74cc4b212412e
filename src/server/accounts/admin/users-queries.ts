// The operators' queries about users, and their changes to a single user.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Role } from '#domain/access.ts';
import type { UserState } from '#domain/operators.ts';
import { searchKey } from '#domain/search-key.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { listNewest, type Search } from '../../database/list-newest.ts';
import { begins, byLetters, firstBy, narrow } from '../../database/narrow.ts';

export type AdminUserRow = {
  id: string;
  email: string;
  username: string;
  full_name: string | null;
  role: Role;
  state: UserState;
  email_verified: boolean;
  has_two_factor: boolean;
  created_at: Date;
  phone_number: string | null;
  country: string | null;
  locked_at: Date | null;
  deletion_due_at: Date | null;
  erased_at: Date | null;
};

const ADMIN_COLUMNS = `
  t.id, t.email, t.username, t.full_name, t.role, t.email_verified_at is not null as email_verified,
  exists (select 1 from two_factors f where f.user_id = t.id and f.confirmed_at is not null) as has_two_factor,
  t.created_at, t.phone_number, t.country, t.locked_at, t.deletion_due_at, t.erased_at,
  case
    when t.erased_at is not null then 'erased'
    when t.locked_at is not null then 'locked'
    when t.deletion_due_at is not null then 'leaving'
    else 'active'
  end as state`;

const IS_IN_STATE: Record<UserState, string> = {
  active: 't.erased_at is null and t.locked_at is null and t.deletion_due_at is null',
  locked: 't.erased_at is null and t.locked_at is not null',
  leaving: 't.erased_at is null and t.locked_at is null and t.deletion_due_at is not null',
  erased: 't.erased_at is not null',
};

/**
 * One SQL condition per role. Nearly all accounts are plain users, so a single query plan for all
 * roles would scan all users to find the few operators.
 */
const IS_OF_ROLE: Record<Role, string> = {
  user: `t.role = 'user'`,
  moderator: `t.role = 'moderator'`,
  admin: `t.role = 'admin'`,
};

/**
 * The SQL conditions by which a search finds a user; each has an index. The search text matches the
 * start of the e-mail address, the username or the full name, or of the full name's second, third
 * or last word.
 */
const USER_WAYS = [
  'search_key(t.email)',
  'search_key(t.username)',
  'search_key(t.full_name)',
  String.raw`substring(search_key(t.full_name) from '^\S+\s+(.+)$')`,
  String.raw`substring(search_key(t.full_name) from '^\S+\s+\S+\s+(.+)$')`,
  String.raw`substring(search_key(t.full_name) from '\s(\S+)$')`,
].map((text) => ({ sql: begins(text, '$?'), first: firstBy(byLetters(text), COUNTED_MOST) }));

export type UserFilters = {
  search: string | null;
  role: Role | null;
  state: UserState | null;
};

/** Lists users, newest first. `total` counts up to COUNTED_MOST. */
export async function listAdminUsers(
  db: Database,
  filters: UserFilters,
  limit: number,
  offset: number,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const { search, role, state } = filters;
  return listNewest<AdminUserRow>(
    db,
    {
      table: 'users',
      columns: ADMIN_COLUMNS,
      narrowed: narrow([
        ...(role === null ? [] : [{ sql: IS_OF_ROLE[role], value: true }]),
        ...(state === null ? [] : [{ sql: IS_IN_STATE[state], value: true }]),
      ]),
      search: search === null ? null : parseSearch(search),
    },
    limit,
    offset,
  );
}

function parseSearch(search: string): Search {
  if (UUID_FORM.test(search)) return { text: search, ways: [{ sql: 't.id = $?::uuid' }] };
  return { text: searchKey(search), ways: USER_WAYS };
}

export async function findAdminUser(db: Database, userId: string): Promise<AdminUserRow | null> {
  const [row] = await statement<AdminUserRow>(
    db,
    `select ${ADMIN_COLUMNS} from users t where t.id = $1`,
    [userId],
  );
  return row ?? null;
}

/**
 * Locks a user and all admins, in the order of their ids. Otherwise two admins who remove each
 * other's role at the same moment would leave the shop without an admin. Returns null if the user
 * does not exist. `otherAdmins`: the number of other admins who can sign in.
 */
export async function lockUserAndAdmins(
  db: Transaction,
  userId: string,
): Promise<{ user: AdminUserRow; otherAdmins: number } | null> {
  const rows = await statement<{ id: string; role: Role; locked_at: Date | null }>(
    db,
    `select id, role, locked_at from users where id = $1 or role = 'admin' order by id for no key update`,
    [userId],
  );
  const user = await findAdminUser(db, userId);
  if (user === null) return null;
  const otherAdmins = rows.filter(
    ({ id, role, locked_at }) => id !== userId && role === 'admin' && locked_at === null,
  );
  return { user, otherAdmins: otherAdmins.length };
}

export async function updateRoleOf(db: Transaction, userId: string, role: Role): Promise<void> {
  await statement(db, 'update users set role = $2, updated_at = shop_now() where id = $1', [
    userId,
    role,
  ]);
}

export async function updateLocked(
  db: Transaction,
  userId: string,
  isLocked: boolean,
): Promise<void> {
  await statement(
    db,
    `update users set locked_at = case when $2 then shop_now() end, updated_at = shop_now() where id = $1`,
    [userId, isLocked],
  );
}
