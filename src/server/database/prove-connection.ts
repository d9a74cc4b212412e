// Checks a connection before the shop uses it. The connection must use the shop's own role and be
// unable to become another role. It must have the settings on which the statements depend. All its
// statements must reach one session.
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { AccessProblem, APP_ROLE, loginStatements } from './app-role.ts';
import { beginSession, readSession } from './session-settings.ts';

type Proof = { isOwnRole: boolean; isWalled: boolean };

const PROVE = `, pg_has_role(session_user, '${APP_ROLE}', 'usage') as "isOwnRole",
    not has_table_privilege(session_user, 'public.pack_secrets', 'select')
      and not has_table_privilege(session_user, 'public.transfers', 'insert, update, delete') as "isWalled"`;

/**
 * Applies the settings to a new connection of the shop and checks the connection, in one round
 * trip. Throws AccessProblem; the caller must then close the connection.
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

// Finds the roles with more rights to which a login could switch, because any client may send `set
// role`.
const COULD_BE_MORE = `
  select session_user as login from pg_roles r, pg_class t
   where t.oid = 'public.pack_secrets'::regclass and pg_has_role(session_user, r.oid, 'member')
     and (r.oid = t.relowner or r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication
       or r.rolname in ('pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program', 'pg_read_server_files',
         'pg_write_server_files'))`;

/**
 * Checks that the login of a verified connection can't become a role with more rights. Throws
 * AccessProblem.
 */
export async function proveLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ login: string }>(COULD_BE_MORE);
  if (rows.length > 0) throw isSomebodyElse(rows[0]!.login);
}

function isSomebodyElse(login: string): AccessProblem {
  return new AccessProblem('The database signs the shop in as another role than its own', [
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
 * Checks that all statements of a connection reach one session, as locks and prepared statements
 * require. Uses two connections that are open at once: a pooler that assigns a session per
 * transaction does not give each of them its own session again.
 */
export async function proveSession(
  client: pg.ClientBase,
  another: () => Promise<{ client: pg.ClientBase; done: () => unknown }>,
): Promise<void> {
  // The process number is the server's, so there is no pooler: a pooler reports its own numbers.
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
    // A pooler in statement mode refuses transactions.
    const isRefused = error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION;
    throw isRefused ? sharesSessions() : error;
  } finally {
    await done();
  }
}

/**
 * Checks that the two connections lead to one database: while one session holds a lock, the other
 * session can't get it. `named` is the setting with the owner's URL. Throws AccessProblem.
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

/** Checks that a verified connection still has its session and its settings. Throws AccessProblem. */
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
