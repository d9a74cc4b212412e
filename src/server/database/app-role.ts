// Who the shop is at its database: a role of its own, which owns nothing and can become nobody else.
import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The role that the shop works in. It can only change the ledger through its functions. */
export const APP_ROLE = 'felt_and_foil_app';

/** How the shop gets into its database is not as it must be. `reason` is for everybody, the rest for its operator. */
export class AccessProblem extends Error {
  override readonly name = 'AccessProblem';
  readonly reason: string;
  /** The settings that are not as they must be. */
  readonly settings: string[];

  constructor(reason: string, details: string[], settings: string[] = []) {
    super([`${reason}:`, ...details.map((line) => `  ${line}`)].join('\n'));
    this.reason = reason;
    this.settings = settings;
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
export function loginStatements(login: string, owner = login): string[] {
  const grants = [...new Set([login, owner])].filter((role) => role !== APP_ROLE);
  return [
    `create role ${quoted(login)} login password '...';   -- if it is there: alter role`,
    ...grants.map((role) => `grant ${APP_ROLE} to ${quoted(role)};`),
  ];
}

/** The same, as far as the owner's address tells it. */
export function loginStatementsFor(ownerUrl: string, login = APP_ROLE): string[] {
  return loginStatements(login, signInOf(ownerUrl).user || 'owner');
}

/** What an administrator runs before the first start, where the owner may make no roles. */
export function firstStatementsFor(ownerUrl: string, appUrl: string): string[] {
  const { user } = signInOf(appUrl);
  // Which role a pooler means by a name with a dot it alone knows.
  const login = user === '' || user.includes('.') ? APP_ROLE : user;
  const role =
    login === APP_ROLE ? [] : [`create role ${APP_ROLE} nologin;   -- unless it is there`];
  return [...role, ...loginStatementsFor(ownerUrl, login), addressLine(appUrl)];
}

/** Where the password goes that an administrator has chosen. */
function addressLine(appUrl: string): string {
  const user = signInOf(appUrl).user || APP_ROLE;
  return `Then give the shop that login: APP_DATABASE_URL=${signedInAs(appUrl, { user, password: 'THAT-PASSWORD' })}`;
}

/**
 * Makes sure that the login of `appUrl` is there, may connect, and finds what it needs, as far as the owner of the migrated
 * database may; `client` is the owner's, in a transaction. A password that is set stays.
 */
export async function prepareLogin(client: pg.Client, appUrl: string): Promise<void> {
  await openSchemas(client);
  const { user: login, password } = signInOf(appUrl);
  // Some poolers want the name of a project behind a dot. Which role is meant they alone know.
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
        'Its owner may not make one. As an administrator run:',
        ...loginStatements(login),
        addressLine(appUrl),
      ]);
    }
  }
  // The owner needs no grants. That it is no login for the shop is said when it signs in.
  const { database, isOwner, mayConnect } = isMissing ? (await findLogin(client, login))! : found;
  if (isOwner) return;
  if (!mayConnect) {
    await isAllowed(client, `grant connect on database ${quoted(database)} to ${quoted(login)}`);
  }
}

/** Lets the shop find what is in `public`, and in the schema of the extension that it searches by, as far as the owner may. */
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

/** A name as it is written in a statement. */
export function quoted(name: string): string {
  return PLAIN_NAME.test(name) ? name : pg.escapeIdentifier(name);
}
