// Who the shop is at its database: a role of its own, which owns nothing, can become nobody else, and whose
// statements are given up in time.
import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The role that the shop works in. It can only change the ledger through its functions. */
export const APP_ROLE = 'felt_and_foil_app';

/**
 * What each of its connections starts with, as Postgres writes it. A statement that waits this long is in the way of
 * others: better a clear 503 than a queue. They hang on the role in one database, because start-up options don't pass
 * a pooler (choice 153).
 */
export const TIME_LIMITS = {
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
};

/** How the shop gets into its database is not as it must be. `reason` is for everybody, the rest for its operator. */
export class AccessProblem extends Error {
  override readonly name = 'AccessProblem';
  readonly reason: string;

  constructor(reason: string, details: string[]) {
    super([`${reason}:`, ...details.map((line) => `  ${line}`)].join('\n'));
    this.reason = reason;
  }
}

/**
 * Where the shop's own role signs in when nobody says: at the owner's address, by a password that follows from the
 * owner's (choice 154). Where the owner needs none, neither does the role.
 */
export function appUrlOf(ownerUrl: string): string {
  const { password } = signInOf(ownerUrl);
  const own = password === '' ? '' : createHmac('sha256', password).update(APP_ROLE).digest('hex');
  return signedInAs(ownerUrl, { user: APP_ROLE, password: own });
}

/** The login of one address at another: its server and database. */
export function sameLoginAt(url: string, place: string): string {
  return signedInAs(place, signInOf(url));
}

/** What an administrator runs for a login where the owner may not; an owner who has yet to migrate is named. */
export function loginStatements(login: string, database: string, owner = login): string[] {
  const grants = [...new Set([login, owner])].filter((role) => role !== APP_ROLE);
  return [
    `create role ${quoted(login)} login password '...';   -- if it is there: alter role`,
    ...grants.map((role) => `grant ${APP_ROLE} to ${quoted(role)};`),
    ...limitStatements(login, database),
  ];
}

/** The same, as far as the owner's address tells it. */
export function loginStatementsFor(ownerUrl: string, login = APP_ROLE): string[] {
  const database = decoded(new URL(ownerUrl).pathname.slice(1));
  return loginStatements(login, database || 'shop', signInOf(ownerUrl).user || 'owner');
}

/** What an administrator runs before the first start, where the owner may make no roles. */
export function firstStatementsFor(ownerUrl: string, appUrl: string): string[] {
  const { user } = signInOf(appUrl);
  // Which role a pooler means by a name with a dot it alone knows.
  const login = user === '' || user.includes('.') ? APP_ROLE : user;
  const role =
    login === APP_ROLE ? [] : [`create role ${APP_ROLE} nologin;   -- unless it is there`];
  return [...role, ...loginStatementsFor(ownerUrl, login)];
}

/**
 * Makes sure that the login of `appUrl` is there and has its time limits in this database, as far as the owner of
 * the migrated database may; `client` is the owner's, in a transaction. A password that is set stays.
 */
export async function prepareLogin(client: pg.Client, appUrl: string): Promise<void> {
  const { user: login, password } = signInOf(appUrl);
  // Some poolers want the name of a project behind a dot. Which role is meant they alone know.
  if (login.includes('.')) return;
  const { rows } = await client.query<{ database: string }>(
    'select current_database() as database',
  );
  const { database } = rows[0]!;
  const found = await findLogin(client, login);
  const isMissing = found === undefined || (!found.canLogin && login === APP_ROLE);
  if (isMissing) {
    const secret = password === '' ? '' : ` password ${pg.escapeLiteral(password)}`;
    const make =
      found === undefined
        ? `create role ${quoted(login)} login${secret} in role ${APP_ROLE}`
        : `alter role ${quoted(login)} login${secret}`;
    if (!(await isAllowed(client, make))) {
      throw new AccessProblem(`The shop has no login of its own at the database`, [
        'Its owner may not make one. As an administrator run:',
        ...loginStatements(login, database),
      ]);
    }
  }
  const { settings, isOwner, mayConnect } = isMissing ? (await findLogin(client, login))! : found;
  const isLimited = Object.entries(TIME_LIMITS).every(([name, value]) =>
    settings.includes(`${name}=${value}`),
  );
  // Nobody limits the owner. That it is no login for the shop is said when it signs in, and so is what the owner may
  // not set.
  if (isOwner) return;
  if (!isLimited) await isAllowed(client, limitStatements(login, database).join('\n'));
  if (!mayConnect) {
    await isAllowed(client, `grant connect on database ${quoted(database)} to ${quoted(login)}`);
  }
}

type Login = { canLogin: boolean; isOwner: boolean; mayConnect: boolean; settings: string[] };

async function findLogin(client: pg.Client, login: string): Promise<Login | undefined> {
  const { rows } = await client.query<Login>(
    `select r.rolcanlogin as "canLogin", pg_has_role(r.oid, current_user, 'member') as "isOwner",
            has_database_privilege(r.oid, current_database(), 'connect') as "mayConnect",
            coalesce((select s.setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                       where d.datname = current_database() and s.setrole = r.oid), '{}') as settings
       from pg_roles r where r.rolname = $1`,
    [login],
  );
  return rows[0];
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Runs it; false, and as if it had not been said, where the role may not. */
async function isAllowed(client: pg.Client, text: string): Promise<boolean> {
  await client.query('savepoint asked');
  try {
    await client.query(text);
    return true;
  } catch (error) {
    const refused = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
    if (!refused) throw error;
    await client.query('rollback to savepoint asked');
    return false;
  }
}

/** Sets the time limits of a login in one database, which need not be the one that is asked. */
export function limitStatements(login: string, database: string): string[] {
  return Object.entries(TIME_LIMITS).map(
    ([name, value]) =>
      `alter role ${quoted(login)} in database ${quoted(database)} set ${name} = '${value}';`,
  );
}

type SignIn = { user: string; password: string };

/** Both stand before the host or, for a host that is a socket's folder, among the parameters. */
export function signInOf(url: string): SignIn {
  const { username, password, searchParams } = new URL(url);
  return {
    user: searchParams.get('user') ?? decoded(username),
    password: searchParams.get('password') ?? decoded(password),
  };
}

/** A percent sign that begins no code stands for itself, as it does to the driver. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function signedInAs(url: string, { user, password }: SignIn): string {
  const changed = new URL(url);
  if (changed.host === '' || changed.searchParams.has('user')) {
    changed.searchParams.set('user', user);
    changed.searchParams.set('password', password);
  } else {
    changed.username = encodeURIComponent(user);
    changed.password = encodeURIComponent(password);
  }
  return changed.href;
}

const PLAIN_NAME = /^[a-z_][a-z0-9_]*$/;

function quoted(name: string): string {
  return PLAIN_NAME.test(name) ? name : pg.escapeIdentifier(name);
}
