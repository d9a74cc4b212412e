// What a connection proves before the shop works on it: that it is the shop's own role and can become nobody else,
// that it has its time limits, and that it is one session from its beginning to its end.
import { randomInt } from 'node:crypto';
import pg from 'pg';
import {
  AccessProblem,
  APP_ROLE,
  limitStatements,
  loginStatements,
  TIME_LIMITS,
} from './app-role.ts';

type Proof = {
  pid: number;
  database: string;
  login: string;
  isOwnRole: boolean;
  isWalled: boolean;
  limits: string[];
};

const LIMITS = Object.keys(TIME_LIMITS).map((name) => `current_setting('${name}')`);

// Postgres compiles a statement whose plan it guesses to be dear, as one without sequential scans always seems to be: that takes
// sixty milliseconds, and each purchase takes three (choice 710).
const SET = `set_config('jit', 'off', false), set_config('felt_and_foil.clock_offset_ms', $1, false)`;

// Nothing here looks into a table: a new server process has yet to read the catalogue, and that takes longer than all else.
const PROVE = `
  select ${SET},
    pg_backend_pid() as pid, current_database() as database, session_user as login,
    pg_has_role(session_user, '${APP_ROLE}', 'usage') as "isOwnRole",
    not has_table_privilege(session_user, 'public.pack_secrets', 'select')
      and not has_table_privilege(session_user, 'public.transfers', 'insert, update, delete') as "isWalled",
    array[${LIMITS.join(', ')}] as limits`;

/** Sets what the owner's statements depend on, and asks for nothing else. */
export async function setClock(client: pg.ClientBase, clockOffsetMs: number): Promise<void> {
  await client.query(`select ${SET}`, [String(clockOffsetMs)]);
}

/** The server process behind each connection that was proven. */
const backends = new WeakMap<object, number>();

/**
 * Sets the clock of a new connection and proves the connection, in one round trip. Throws AccessProblem; who gets one
 * throws the connection away.
 */
export async function proveConnection(client: pg.ClientBase, clockOffsetMs: number): Promise<void> {
  const { rows } = await client.query<Proof>(PROVE, [String(clockOffsetMs)]);
  const { pid, database, login, isOwnRole, isWalled, limits } = rows[0]!;
  if (!isOwnRole || !isWalled) throw isSomebodyElse(login, database);
  const others = Object.entries(TIME_LIMITS).flatMap(([name, value], place) =>
    limits[place] === value ? [] : [`${name} is ${limits[place]}, and must be ${value}.`],
  );
  if (others.length > 0) {
    throw new AccessProblem('The database gives the shop other time limits than its own', [
      ...others,
      'They hang on the login, in this database. As an administrator run:',
      ...limitStatements(login, database),
      'A pooler goes on with connections from before: let it connect anew.',
    ]);
  }
  backends.set(client, pid);
}

// `set role` is a statement like any other, so what its login could step into counts as well.
const COULD_BE_MORE = `
  select current_database() as database, session_user as login
    from pg_roles r, pg_class t
   where t.oid = 'public.pack_secrets'::regclass and pg_has_role(session_user, r.oid, 'member')
     and (r.oid = t.relowner or r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication
       or r.rolname in ('pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program', 'pg_read_server_files',
         'pg_write_server_files'))`;

/** Makes sure that the login of a proven connection can become nobody who may do more. Throws AccessProblem. */
export async function proveLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Pick<Proof, 'database' | 'login'>>(COULD_BE_MORE);
  if (rows.length > 0) throw isSomebodyElse(rows[0]!.login, rows[0]!.database);
}

function isSomebodyElse(login: string, database: string): AccessProblem {
  return new AccessProblem('The database lets the shop in as somebody else than its own role', [
    `It signed in as ${login}. APP_DATABASE_URL must lead to a login of ${APP_ROLE} that owns nothing and is`,
    'of no other role. The shop makes one where the owner may; where not, an administrator runs:',
    ...loginStatements(APP_ROLE, database),
    'A pooler must sign in as whoever comes to it, and not as one role for all.',
  ]);
}

type Identified = pg.ClientBase & { processID: number | null };

/** Whether the server itself answers here. A pooler gives out numbers of processes that are its own. */
async function isDirect(client: pg.ClientBase): Promise<boolean> {
  return (client as Identified).processID === (backends.get(client) ?? (await backendOf(client)));
}

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

const PROTOCOL_VIOLATION = '08P01';

/**
 * Makes sure that what is said over a connection stays on one session, as locks and prepared statements need it. A
 * pooler that hands out a session for each transaction is found by two connections that are open together: each
 * of them would have to get back what it had, whatever the order that the pooler hands out in (choice 155).
 */
export async function proveSession(
  client: pg.ClientBase,
  another: () => Promise<{ client: pg.ClientBase; done: () => unknown }>,
): Promise<void> {
  if (await isDirect(client)) return;
  const { client: second, done } = await another();
  try {
    const both = [client, second];
    const before: number[] = [];
    for (const one of both) {
      await one.query('begin');
      before.push(await backendOf(one));
    }
    for (const one of both) await one.query('commit');
    if ((await backendOf(second)) !== before[1] || (await backendOf(client)) !== before[0]) {
      throw sharesSessions();
    }
  } catch (error) {
    // In statement mode there are no transactions at all.
    const isRefused = error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION;
    throw isRefused ? sharesSessions() : error;
  } finally {
    await done();
  }
}

/**
 * Makes sure that both lead to one database: what one session holds a lock of there, the other can't get. `named`: the setting
 * of the owner's address. Throws AccessProblem.
 */
export async function proveOneDatabase(
  owner: pg.ClientBase,
  shop: pg.ClientBase,
  named: string,
): Promise<void> {
  const lock = randomInt(2 ** 31);
  await owner.query('select pg_advisory_lock($1)', [lock]);
  const { rows } = await shop.query<{ is_other: boolean }>(
    'select pg_try_advisory_lock_shared($1) as is_other',
    [lock],
  );
  if (!rows[0]!.is_other) return void (await owner.query('select pg_advisory_unlock($1)', [lock]));
  throw new AccessProblem(`APP_DATABASE_URL and ${named} lead to different databases`, [
    'The shop would sell in the one, and migrate and back up the other. They differ in user and password only.',
  ]);
}

/** The same of a connection that was proven a while ago. */
export async function proveSameSession(client: pg.ClientBase): Promise<void> {
  if (await isDirect(client)) return;
  if ((await backendOf(client)) !== backends.get(client)) throw sharesSessions();
}

function sharesSessions(): AccessProblem {
  return new AccessProblem('A pooler gives the shop no session of its own', [
    'It hands out connections by transaction or by statement, and the shop keeps locks and prepared statements.',
    'Set the pooler to session mode (PgBouncer: pool_mode = session), or give addresses that lead past it:',
    'APP_DATABASE_URL for the shop, DIRECT_DATABASE_URL for what only the owner does.',
  ]);
}
