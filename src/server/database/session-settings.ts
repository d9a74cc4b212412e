// The settings on which the shop's statements depend. Each connection sets them with its first
// statements, so that no server, database, login or pooler overrides them. If a setting can't be
// set, the connection is checked for its value (choice 711).
import type pg from 'pg';
import { AccessProblem, APP_ROLE, quoted } from './app-role.ts';

/** The role that signs in. It is the shop's working role or the owner of the database. */
export type Login = 'shop' | 'owner';

/**
 * Time limits for a request's statement. If a statement waited longer, it would block other
 * requests, and a clear 503 is better than a queue.
 */
const TIME_LIMITS = {
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
};

/** The owner has no time limits, because migrations, backups and the owner's commands may take any time. */
const NO_TIME_LIMITS = {
  lock_timeout: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

const SETTINGS = {
  // Turns off the compilation of statements (JIT). Postgres compiled statements whose plans it
  // considered expensive, which took 60 ms of each purchase (choice 710).
  jit: 'off',
  // Turns off this time limit, because a session that only holds a lock, or is idle in a pool, must
  // not be ended.
  idle_session_timeout: '0',
  default_transaction_isolation: 'read committed',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  // These settings give values the format that the driver expects.
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // These settings change what statements mean.
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  gin_fuzzy_search_limit: '0',
};

const CLOCK = 'felt_and_foil.clock_offset_ms';

const valuesOf = (login: Login) => ({
  ...SETTINGS,
  ...(login === 'shop' ? TIME_LIMITS : NO_TIME_LIMITS),
});

/**
 * The names of the settings, in the order of the lists below. Only Postgres 17 and later has
 * `transaction_timeout`.
 */
const NAMES = [...Object.keys(valuesOf('shop')), 'transaction_timeout', 'search_path', CLOCK];

/**
 * SQL for a list of the current values of all settings, as texts. A value is null if this Postgres
 * lacks the setting.
 */
const READ = `array[${NAMES.map((name) => `current_setting('${name}', true)`).join(', ')}]`;

/**
 * SQL that sets all settings and returns their values as READ does. $1 is the clock's offset, and
 * $2 is the search path.
 */
const setAll = (login: Login) =>
  `array[${[
    ...Object.entries(valuesOf(login)).map(
      ([name, value]) => `set_config('${name}', '${value}', false)`,
    ),
    `case when current_setting('transaction_timeout', true) <> '' then set_config('transaction_timeout', '0', false) end`,
    `set_config('search_path', $2, false)`,
    `set_config('${CLOCK}', $1, false)`,
  ].join(', ')}]`;

/** The required values of settings that a session can't set. */
const FIXED = { server_encoding: 'UTF8', session_replication_role: 'origin' };
type Fixed = Record<keyof typeof FIXED, string>;

const FIXED_NOW = Object.keys(FIXED).map((name) => `current_setting('${name}') as ${name}`);

// The statement reads no table. A new server process has an empty catalogue cache, and it would
// take longer to fill the cache than to run everything else in this statement.
const beginOf = (login: Login, more: string) => `
  select ${setAll(login)} as settings, pg_backend_pid() as pid, current_database() as database, session_user as login,
    ${FIXED_NOW.join(', ')}${more}`;

type Begun = { settings: string[]; pid: number; database: string; login: string };

/** The server process and settings with which each connection began. */
const begun = new WeakMap<pg.ClientBase, Begun>();

export type Beginning = {
  login: Login;
  clockOffsetMs: number;
  searchPath: string;
};

/**
 * Applies the settings to a new connection, in one round trip. `more` has further columns to select
 * in this statement. Throws AccessProblem if a setting that a session can't change differs from `FIXED`.
 */
export async function beginSession<More extends object>(
  client: pg.ClientBase,
  { login, clockOffsetMs, searchPath }: Beginning,
  more = '',
): Promise<Begun & More> {
  const [, { rows }] = await Promise.all([
    // This is a separate statement before the `select`, because a replica rejects every `select` of
    // a session with serializable isolation.
    client.query(`set default_transaction_isolation = 'read committed'`),
    client.query<Begun & Fixed & More>(beginOf(login, more), [String(clockOffsetMs), searchPath]),
  ]);
  const row = rows[0]!;
  if (row.server_encoding !== FIXED.server_encoding) throw isOtherwiseEncoded(row);
  if (row.session_replication_role !== FIXED.session_replication_role) throw runsNoTriggers(row);
  begun.set(client, row);
  return row;
}

/**
 * Reads whether a connection still has the session with which it began, and which settings have
 * changed since.
 */
export async function readSession(
  client: pg.ClientBase,
): Promise<{ isSame: boolean; changed: string[] }> {
  const { rows } = await client.query<Pick<Begun, 'pid' | 'settings'>>(
    `select pg_backend_pid() as pid, ${READ} as settings`,
  );
  const { pid, settings } = rows[0]!;
  const before = begun.get(client)!;
  return {
    isSame: pid === before.pid,
    changed: NAMES.filter((_name, at) => settings[at] !== before.settings[at]),
  };
}

/**
 * Finds the search path for names without a schema. It has `public` and the schema of the extension
 * pg_trgm, which some servers put into a separate schema. Throws AccessProblem if the schema of
 * pg_trgm is not accessible.
 */
export async function findSearchPath(client: pg.ClientBase, login: Login): Promise<string> {
  const { rows } = await client.query<{ schema: string; isOpen: boolean; user: string }>(
    `select quote_ident(n.nspname) as schema, has_schema_privilege(n.oid, 'usage') as "isOpen", session_user as user
       from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
  );
  const [found] = rows;
  // The owner does not get this error, because the owner's first migrations create the extension.
  if (found === undefined && login === 'shop') throw lacksExtension([]);
  if (found === undefined || found.schema === 'public') return 'public';
  if (found.isOpen) return `public, ${found.schema}`;
  throw new AccessProblem(`The extension pg_trgm is in a schema that the shop can’t use`, [
    'As an administrator run in this database:',
    `grant usage on schema ${found.schema} to ${[...new Set([APP_ROLE, quoted(found.user)])].join(', ')};`,
  ]);
}

/**
 * Makes the problem about a missing extension. `why` has Postgres's reasons. It is empty if nobody
 * tried to create the extension.
 */
export function lacksExtension(why: string[]): AccessProblem {
  return new AccessProblem('The database lacks the extension pg_trgm', [
    ...why,
    'As an administrator run in this database:',
    'create extension pg_trgm;',
    'It is a part of Postgres, which some systems have in a package of its own (postgresql-contrib).',
  ]);
}

function isOtherwiseEncoded({ server_encoding: encoding, database }: Fixed & Begun): AccessProblem {
  return new AccessProblem(
    'The database has another encoding than UTF8',
    [
      `server_encoding is ${encoding}, which can't be changed. Make another database, and lead the addresses there:`,
      `create database ${quoted(`${database}_utf8`)} template template0 encoding 'UTF8' locale 'C.UTF-8';`,
      `A server that knows no locale of that name knows 'C'.`,
    ],
    ['server_encoding'],
  );
}

function runsNoTriggers({ session_replication_role: role, ...row }: Fixed & Begun): AccessProblem {
  const where = `${quoted(row.login)} in database ${quoted(row.database)}`;
  return new AccessProblem(
    'The database runs no triggers for the shop',
    [
      `session_replication_role is ${role}, and must be origin. As an administrator run:`,
      `alter role ${where} set session_replication_role = origin;`,
    ],
    ['session_replication_role'],
  );
}
