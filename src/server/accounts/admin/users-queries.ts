// The operators' queries about users, and their changes to a single user.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Right, Role } from '#domain/access.ts';
import type { UserState } from '#domain/operators.ts';
import { searchKey } from '#domain/search-key.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import type { USER_ORDERS } from '#contract/admin-users.ts';
import type { SortedBy } from '#contract/paging.ts';
import { foundBy, listNewest, type Search } from '../../database/list-newest.ts';
import { begins, byLetters, firstBy, narrow, type Filter } from '../../database/narrow.ts';
import { orderBySql, type Cursor, type Order } from '../../database/order.ts';

export type AdminUserRow = {
  id: string;
  email: string;
  username: string;
  full_name: string | null;
  role: Role;
  /** The rights and the name of a role made in this shop. Null for other roles. */
  rights: Right[] | null;
  staff_role_id: string | null;
  staff_role_name: string | null;
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

/**
 * SQL that selects a column of the user's role if the role was made in this shop, and otherwise
 * null.
 */
const staffRoleOf = (column: string, name = column) =>
  `case when t.role = 'staff' then (select r.${column} from staff_roles r where r.id = t.staff_role_id) end as ${name}`;

const ADMIN_COLUMNS = `
  t.id, t.email, t.username, t.full_name, t.role, ${staffRoleOf('rights')}, ${staffRoleOf('id', 'staff_role_id')}, ${staffRoleOf('name', 'staff_role_name')},
  t.email_verified_at is not null as email_verified,
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
 * The SQL condition for each role. Nearly all accounts are plain users, so a single query plan for
 * all roles would scan all users to find the few operators.
 */
const IS_OF_ROLE: Record<Role, string> = {
  user: `t.role = 'user'`,
  moderator: `t.role = 'moderator'`,
  admin: `t.role = 'admin'`,
  staff: `t.role = 'staff'`,
};

/**
 * The SQL expressions by which a search finds a user. Each expression has an index. The search text
 * must match the start of the e-mail address, of the username, of the full name, or of the full
 * name's second, third or last word.
 */
const USER_WAYS = [
  'search_key(t.email)',
  'search_key(t.username)',
  'search_key(t.full_name)',
  String.raw`substring(search_key(t.full_name) from '^\S+\s+(.+)$')`,
  String.raw`substring(search_key(t.full_name) from '^\S+\s+\S+\s+(.+)$')`,
  String.raw`substring(search_key(t.full_name) from '\s(\S+)$')`,
];

/** Each expression of USER_WAYS as a search condition that finds at most `most` users. */
const waysOf = (most: number): Search['ways'] =>
  USER_WAYS.map((text) => ({ sql: begins(text, '$?'), first: firstBy(byLetters(text), most) }));

export type UserFilters = {
  search: string | null;
  role: Role | null;
  state: UserState | null;
};

/** The order of the list. Null: newest user first. */
type UserSort = SortedBy<(typeof USER_ORDERS)[number]> | null;

const ORDERS = {
  joined: { sql: 't.created_at', type: 'timestamptz' },
  email: { sql: 'search_key(t.email)', type: 'text', isByBytes: true },
} as const;

const orderBy = (sort: UserSort): Order =>
  orderBySql(ORDERS, sort ?? '-joined', { sql: 't.id', type: 'uuid' });

/** The accounts of API keys are no users. */
const IS_PERSON: Filter = { sql: 'not t.is_key', value: true };

function filtersOf({ role, state }: UserFilters): Filter[] {
  return [
    IS_PERSON,
    ...(role === null ? [] : [{ sql: IS_OF_ROLE[role], value: true }]),
    ...(state === null ? [] : [{ sql: IS_IN_STATE[state], value: true }]),
  ];
}

/** Lists users. If more than COUNTED_MOST users match, `total` is COUNTED_MOST. */
export async function listAdminUsers(
  db: Database,
  filters: UserFilters,
  sort: UserSort,
  limit: number,
  offset: number,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const { search } = filters;
  return listNewest<AdminUserRow>(
    db,
    {
      table: 'users',
      columns: ADMIN_COLUMNS,
      narrowed: narrow(filtersOf(filters)),
      search: search === null ? null : parseSearch(search),
      order: orderBy(sort),
    },
    limit,
    offset,
  );
}

/**
 * Finds users as the search of their list does, but reads only `most` matches of each expression in
 * USER_WAYS.
 */
export async function searchUsers(
  db: Database,
  search: string,
  most: number,
): Promise<AdminUserRow[]> {
  const { rows } = await listNewest<AdminUserRow>(
    db,
    {
      table: 'users',
      columns: ADMIN_COLUMNS,
      narrowed: narrow([IS_PERSON]),
      search: parseSearch(search, most),
    },
    most,
    0,
  );
  return rows;
}

/** Lists the users that follow the user `after`, in the order of the page. */
export async function listAdminUsersAfter(
  db: Database,
  filters: UserFilters,
  sort: UserSort,
  after: Cursor | null,
  limit: number,
): Promise<(AdminUserRow & { cursor: string })[]> {
  const order = orderBy(sort);
  const search = filters.search === null ? [] : [foundBy('users', parseSearch(filters.search))];
  const { where, values } = narrow([...filtersOf(filters), ...search, order.after(after)]);
  return statement(
    db,
    `select ${ADMIN_COLUMNS}, ${order.cursor} as cursor from users t where ${where} order by ${order.by} limit ${limit}`,
    values,
  );
}

function parseSearch(search: string, most: number = COUNTED_MOST): Search {
  if (UUID_FORM.test(search)) return { text: search, ways: [{ sql: 't.id = $?::uuid' }] };
  return { text: searchKey(search), ways: waysOf(most) };
}

export async function findAdminUser(db: Database, userId: string): Promise<AdminUserRow | null> {
  const [row] = await statement<AdminUserRow>(
    db,
    `select ${ADMIN_COLUMNS} from users t where t.id = $1 and not t.is_key`,
    [userId],
  );
  return row ?? null;
}

/**
 * Locks a user and all admins, in the order of their ids. Otherwise two admins could remove each
 * other's role at the same moment and leave the shop without an admin. Returns null if the user
 * does not exist. `otherAdmins` is the number of other admins who can sign in.
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

export type ImportedUser = {
  email: string;
  fullName: string | null;
  phoneNumber: string | null;
  addressLine1: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  country: string | null;
};

/**
 * `isUnproven`: the person who signed up has not confirmed the address. Nobody signed up for an imported account.
 * `isLeaving`: the account will be deleted, because its owner asked for that.
 */
export type KnownUser = {
  id: string;
  email: string;
  role: Role;
  isUnproven: boolean;
  isLeaving: boolean;
};

/** The users with some e-mail addresses, which are in lower case, by their address. */
export async function listKnownUsers(
  db: Database,
  emails: string[],
): Promise<Map<string, KnownUser>> {
  const rows = await statement<KnownUser>(
    db,
    `select id, email, role, email_verified_at is null and imported_at is null as "isUnproven",
       deletion_due_at is not null as "isLeaving"
     from users where email = any ($1::text[])`,
    [emails],
  );
  return new Map(rows.map((row) => [row.email, row]));
}

/**
 * Creates accounts that nobody has signed up for. Skips addresses that have an account. Returns the new accounts.
 */
export async function insertImportedUsers(
  db: Transaction,
  people: ImportedUser[],
  passwordHash: string,
): Promise<{ id: string; email: string }[]> {
  return statement(
    db,
    `insert into users (id, email, username, password_hash, full_name, phone_number, address_line_1, city, state, zip_code, country, imported_at)
     select gen_random_uuid(), p.email, split_part(p.email, '@', 1), $2, p."fullName", p."phoneNumber", p."addressLine1",
       p.city, p.state, p."zipCode", p.country, shop_now()
     from jsonb_to_recordset($1::jsonb) p (email text, "fullName" text, "phoneNumber" text, "addressLine1" text, city text, state text,
       "zipCode" text, country text)
     order by p.email on conflict (email) do nothing returning id, email`,
    [JSON.stringify(people), passwordHash],
  );
}

/**
 * Gives a user a role. `staffRoleId` is the role made in this shop, for `staff`. An open invitation of theirs ends, so
 * that it can't give back a role that they lose later.
 */
export async function updateRoleOf(
  db: Transaction,
  userId: string,
  role: Role,
  staffRoleId: string | null,
): Promise<void> {
  await statement(
    db,
    'update users set role = $2, staff_role_id = $3, updated_at = shop_now() where id = $1',
    [userId, role, staffRoleId],
  );
  await statement(
    db,
    'delete from staff_invitations where email = (select email from users where id = $1)',
    [userId],
  );
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
