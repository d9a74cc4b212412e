// The shop's own role in its database. The role owns nothing and can't become another role.
import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The role that the shop works in. It changes the ledger only through functions. */
export const APP_ROLE = 'felt_and_foil_app';

/**
 * The shop's access to its database is misconfigured. `reason` may be shown to everybody, but all
 * other fields only to the operator.
 */
export class AccessProblem extends Error {
  override readonly name = 'AccessProblem';
  readonly reason: string;
  /** The misconfigured settings. */
  readonly settings: string[];

  constructor(reason: string, details: string[], settings: string[] = []) {
    super([`${reason}:`, ...details.map((line) => `  ${line}`)].join('\n'));
    this.reason = reason;
    this.settings = settings;
  }
}

/**
 * The default address at which the shop's own role signs in. It is the owner's address, with a
 * password derived from the owner's password (choice 154). If the owner has no password, neither
 * does this address.
 */
export function appUrlOf(ownerUrl: string): string {
  const { password } = signInOf(ownerUrl);
  const own = password === '' ? '' : createHmac('sha256', password).update(APP_ROLE).digest('hex');
  return signedInAs(ownerUrl, { user: APP_ROLE, password: own });
}

/**
 * Returns the address `place` with the user and password of `url`. The server and the database
 * remain those of `place`.
 */
export function sameLoginAt(url: string, place: string): string {
  return signedInAs(place, signInOf(url));
}

/**
 * The statements that an administrator runs to prepare a login, if the owner may not run them.
 * `owner` is the role that migrates the database. If it has not been granted the shop's role yet,
 * it needs this role, too.
 */
export function loginStatements(login: string, owner = login): string[] {
  const grants = [...new Set([login, owner])].filter((role) => role !== APP_ROLE);
  return [
    `create role ${quoted(login)} login password '...';   -- if it is there: alter role`,
    ...grants.map((role) => `grant ${APP_ROLE} to ${quoted(role)};`),
  ];
}

/**
 * Like `loginStatements`, but takes the owner's name from the owner's URL. If the URL has no name,
 * uses a placeholder.
 */
export function loginStatementsFor(ownerUrl: string, login = APP_ROLE): string[] {
  return loginStatements(login, signInOf(ownerUrl).user || 'owner');
}

/**
 * The statements that an administrator runs before the first start, if the owner may not create
 * roles.
 */
export function firstStatementsFor(ownerUrl: string, appUrl: string): string[] {
  const { user } = signInOf(appUrl);
  // If the name has a dot, APP_ROLE is used instead, because only the pooler knows which role such
  // a name means.
  const login = user === '' || user.includes('.') ? APP_ROLE : user;
  const role =
    login === APP_ROLE ? [] : [`create role ${APP_ROLE} nologin;   -- unless it is there`];
  return [...role, ...loginStatementsFor(ownerUrl, login), addressLine(appUrl)];
}

/** The line that tells the operator where to enter the password that the administrator chose. */
function addressLine(appUrl: string): string {
  const user = signInOf(appUrl).user || APP_ROLE;
  return `Then give the shop that login: APP_DATABASE_URL=${signedInAs(appUrl, { user, password: 'THAT-PASSWORD' })}`;
}

/**
 * Makes sure that the login of `appUrl` exists, may connect, and has the access that it needs, as
 * far as the owner may grant this. `client` is the owner's connection to the migrated database, in
 * a transaction. Does not change an existing password.
 */
export async function prepareLogin(client: pg.Client, appUrl: string): Promise<void> {
  await openSchemas(client);
  const { user: login, password } = signInOf(appUrl);
  // Does nothing for a name with a dot. Some poolers expect a project's name after the dot, and
  // only they know the role.
  if (login.includes('.')) return;
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
        'Its owner may not create one. As an administrator run:',
        ...loginStatements(login),
        addressLine(appUrl),
      ]);
    }
  }
  // The owner of the database needs no grants. When the shop signs in, it will report that the
  // owner can't be its login.
  const { database, isOwner, mayConnect } = isMissing ? (await findLogin(client, login))! : found;
  if (isOwner) return;
  if (!mayConnect) {
    await isAllowed(client, `grant connect on database ${quoted(database)} to ${quoted(login)}`);
  }
}

/**
 * Grants the shop access to `public` and to the schema of the extension that searches use, as far
 * as the owner may grant this.
 */
async function openSchemas(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_namespace n
      where (n.nspname = 'public' or n.oid in (select extnamespace from pg_extension where extname = 'pg_trgm'))
        and not has_schema_privilege('${APP_ROLE}', n.oid, 'usage')`,
  );
  for (const { schema } of rows)
    await isAllowed(client, `grant usage on schema ${schema} to ${APP_ROLE}`);
}

type Login = { database: string; canLogin: boolean; isOwner: boolean; mayConnect: boolean };

async function findLogin(client: pg.Client, login: string): Promise<Login | undefined> {
  const { rows } = await client.query<Login>(
    `select current_database() as database, r.rolcanlogin as "canLogin",
            pg_has_role(r.oid, current_user, 'member') as "isOwner",
            has_database_privilege(r.oid, current_database(), 'connect') as "mayConnect"
       from pg_roles r where r.rolname = $1`,
    [login],
  );
  return rows[0];
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Runs a statement. If the role may not run the statement, undoes it and returns false. */
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

type SignIn = { user: string; password: string };

/**
 * Reads the user and the password from a URL. They are in front of the host. If the host is the
 * folder of a socket, they are in the parameters.
 */
export function signInOf(url: string): SignIn {
  const { username, password, searchParams } = new URL(url);
  return {
    user: searchParams.get('user') ?? decoded(username),
    password: searchParams.get('password') ?? decoded(password),
  };
}

/** Decodes a part of a URL. If a percent sign begins no code, it stays as it is, as in the driver. */
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

/** Quotes a name for use in a statement. */
export function quoted(name: string): string {
  return PLAIN_NAME.test(name) ? name : pg.escapeIdentifier(name);
}
