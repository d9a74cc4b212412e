// What a connection proves before the shop works on it: that it is the shop's own role and can become nobody else, that it
// has the settings that its statements depend on, and that it is one session from its beginning to its end.
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { AccessProblem, APP_ROLE, loginStatements } from './app-role.ts';
import { beginSession, readSession } from './session-settings.ts';

type Proof = { isOwnRole: boolean; isWalled: boolean };

const PROVE = `, pg_has_role(session_user, '${APP_ROLE}', 'usage') as "isOwnRole",
    not has_table_privilege(session_user, 'public.pack_secrets', 'select')
      and not has_table_privilege(session_user, 'public.transfers', 'insert, update, delete') as "isWalled"`;

/**
 * Sets the settings of a new connection of the shop and proves the connection, in one round trip. Throws AccessProblem; who gets
 * one throws the connection away.
 */
export async function proveConnection(
  client: pg.ClientBase,
  session: { clockOffsetMs: number; searchPath: string },
): Promise<void> {
  const { login, isOwnRole, isWalled } = await beginSession<Proof>(
    client,
    { login: 'shop', ...session },
    PROVE,
  );
  if (!isOwnRole || !isWalled) throw isSomebodyElse(login);
}

// `set role` is a statement like any other, so what its login could step into counts as well.
const COULD_BE_MORE = `
  select session_user as login from pg_roles r, pg_class t
   where t.oid = 'public.pack_secrets'::regclass and pg_has_role(session_user, r.oid, 'member')
     and (r.oid = t.relowner or r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication
       or r.rolname in ('pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program', 'pg_read_server_files',
         'pg_write_server_files'))`;

/** Makes sure that the login of a proven connection can become nobody who may do more. Throws AccessProblem. */
export async function proveLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ login: string }>(COULD_BE_MORE);
  if (rows.length > 0) throw isSomebodyElse(rows[0]!.login);
}

function isSomebodyElse(login: string): AccessProblem {
  return new AccessProblem('The database lets the shop in as somebody else than its own role', [
    `It signed in as ${login}. APP_DATABASE_URL must lead to a login of ${APP_ROLE} that owns nothing and is`,
    'of no other role. The shop makes one where the owner may; where not, an administrator runs:',
    ...loginStatements(APP_ROLE),
    'A pooler must sign in as whoever comes to it, and not as one role for all.',
  ]);
}

type Identified = pg.ClientBase & { processID: number | null };

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
  // The server itself answers. A pooler gives out numbers of processes that are its own.
  if ((client as Identified).processID === (await backendOf(client))) return;
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

/**
 * Makes sure of a connection that was proven a while ago: it is the same session, and has the settings that it was given. Throws
 * AccessProblem.
 */
export async function proveSameSession(client: pg.ClientBase): Promise<void> {
  const { isSame, changed } = await readSession(client);
  if (!isSame) throw sharesSessions();
  if (changed.length === 0) return;
  throw new AccessProblem(
    `A connection to the database has lost the shop’s settings (${changed.join(', ')})`,
    [
      'Something between the shop and its database resets sessions that are in use. A pooler may reset one when its client has',
      'gone, and not before (PgBouncer: server_reset_query_always = 0).',
    ],
    changed,
  );
}

function sharesSessions(): AccessProblem {
  return new AccessProblem('A pooler gives the shop no session of its own', [
    'It hands out connections by transaction or by statement, and the shop keeps locks and prepared statements.',
    'Set the pooler to session mode (PgBouncer: pool_mode = session), or give addresses that lead past it:',
    'APP_DATABASE_URL for the shop, DIRECT_DATABASE_URL for what only the owner does.',
  ]);
}
