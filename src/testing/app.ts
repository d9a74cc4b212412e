// Makes the whole app for a test, with all endpoints, on a new database copied from the migrated template.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { DestinationStream } from 'pino';
import pg from 'pg';
import { centsOf } from '#domain/decimals.ts';
import type { Right, Role } from '#domain/access.ts';
import { SPECIFIED_CARD_FEE } from '#domain/pricing.ts';
import { SPECIFIED_TOP_UP_FEE } from '#domain/top-up.ts';
import { hashPassword } from '../server/accounts/passwords.ts';
import { openAccount } from '../server/accounts/register.ts';
import { buildApp, contextOf } from '../server/app.ts';
import { countViolations } from '../server/admin/run-audit.ts';
import { compareBooks } from '../server/card-payments/compare-books.ts';
import { stripeProviders } from '../server/card-payments/stripe-providers.ts';
import { startSandbox, type Sandbox } from '#stripe-sandbox/sandbox.ts';
import { appUrlOf } from '../server/database/app-role.ts';
import { openPool, overPool } from '../server/database/pool.ts';
import { storedLogKeys } from '../server/public-log/log-keys.ts';
import { noteEvents, noteResponse } from './coverage.ts';
import { copyDemo } from './demo-database.ts';
import { readConfig, type Config } from '../server/runtime/config.ts';
import { makeLog } from '../server/runtime/log.ts';
import type { Context } from '../server/runtime/context.ts';
import { copyTemplate, dropCopy } from './postgres.ts';
import { giveCredits } from './give-credits.ts';

export type ShopResponse<Data = Record<string, never>> = {
  status: number;
  headers: Record<string, unknown>;
  body: {
    success: boolean;
    data: Data;
    error: { code: string; message: string; details?: unknown };
    timestamp: string;
  };
};

export type SignedIn = { userId: string; email: string; accessToken: string; refreshToken: string };

export type TestApp = {
  app: FastifyInstance;
  context: Context;
  /** The card provider, if the test asked for `cards`. It delivers events only when the test demands that. */
  sandbox: Sandbox;
  /** A pool that is signed in as the database's owner, to inspect data and to cause faults. */
  owner: pg.Pool;
  /** The database's address with the owner's login. */
  url: string;
  call: <Data = never>(
    method: string,
    path: string,
    options?: CallOptions,
  ) => Promise<ShopResponse<Data>>;
  /** Makes an account and signs it in. If `who` is a number, the account gets that many credits. */
  signUp: (who?: number | Newcomer) => Promise<SignedIn>;
};

/**
 * A new account. `role`: the account gets this role, and a verified address, which the shop demands for every role.
 * `rights`: it gets a role made in this shop with these rights.
 */
type Newcomer = { credits?: number; role?: Role; rights?: readonly Right[] };

export type CallOptions = {
  as?: SignedIn | undefined;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
};

/**
 * Makes the app for the tests of one file. After the tests, the audit runs and must find nothing. `log`: where log
 * lines go. `cachedMs`: as in `buildApp`. If it is omitted, every change is visible at once. `filled`: the database has
 * the demo's data. `make`: makes the database of this name on a server, instead of copying the template.
 */
export function useTestApp(
  environment: Record<string, string> = {},
  {
    cards = false,
    filled = false,
    log,
    cachedMs = 0,
    make = filled ? copyDemo : copyTemplate,
  }: {
    cards?: boolean;
    filled?: boolean;
    log?: DestinationStream;
    cachedMs?: number;
    make?: (serverUrl: string, name: string) => Promise<string>;
  } = {},
): TestApp {
  const test = {} as TestApp;
  let pool: pg.Pool;
  let dataDir: string;
  const serverUrl = inject('postgresUrl');
  if (!serverUrl) throw new Error('Without Postgres here: see the projects of vitest.config.ts');
  const name = `test_${randomBytes(6).toString('hex')}`;

  let stopNoting: () => void;

  beforeAll(async () => {
    stopNoting = noteEvents();
    test.url = await make(serverUrl, name);
    const appUrl = appUrlOf(test.url);
    dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
    const config = withSpecifiedFees({
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      // By default a production shop has no sandbox. A test that needs cards in production sets the environment itself.
      ...(cards && environment['NODE_ENV'] !== 'production' && { SANDBOX: 'on' }),
      ...environment,
      DATABASE_URL: test.url,
      APP_DATABASE_URL: appUrl,
    });
    pool = openPool({ url: appUrl, clockOffsetMs: config.clockOffsetMs });
    test.owner = new pg.Pool({ connectionString: test.url, max: 4 });
    test.owner.on('error', () => {});
    const db = overPool(pool);
    const authSecret = randomBytes(32).toString('hex');
    const sandbox = cards
      ? await startSandbox({ db, secret: authSecret, production: false })
      : null;
    if (sandbox !== null) test.sandbox = sandbox;
    test.context = contextOf({
      db,
      config: { ...config, authSecret },
      logKeys: { seeds: await storedLogKeys(dataDir), areStored: true },
      log: makeLog(config.logLevel, log),
      ...stripeProviders(config, sandbox),
    });
    test.app = await buildApp(test.context, sandbox, { cachedMs });
    test.call = (method, path, options = {}) => callApp(test.app, method, path, options);
    test.signUp = (who = {}) => signUp(test, typeof who === 'number' ? { credits: who } : who);
  });

  afterAll(async () => {
    const disagreement: unknown = cards
      ? await agreeWithProvider(test).catch((error) => error)
      : null;
    const broken = (await countViolations(test.context)).filter((row) => row.violations > 0);
    await test.app.close();
    stopNoting();
    if (cards) await test.sandbox.close();
    await test.context.queue.close();
    await pool.end();
    await test.owner.end();
    await rm(dataDir, { recursive: true });
    await dropCopy(serverUrl, name);
    expect(broken, 'the audit prints zeros').toEqual([]);
    if (disagreement instanceof Error) throw disagreement;
  });

  return test;
}

/**
 * Returns the configuration of a test's shop. The shop charges the specification's fees, as the demo does, but does not
 * store them in the database. If the test sets CARD_FEE, the shop has the fees of the test's settings.
 */
function withSpecifiedFees(environment: Record<string, string>): Config {
  const config = readConfig(environment);
  if (environment['CARD_FEE'] !== undefined) return config;
  return { ...config, cardFee: SPECIFIED_CARD_FEE, topUpFee: SPECIFIED_TOP_UP_FEE };
}

/** Fails unless the books say exactly what happened at the card provider. */
async function agreeWithProvider({ context, sandbox }: TestApp): Promise<void> {
  sandbox.faults = {};
  expect(await compareBooks(context, undefined, 0)).toMatchObject({ failed: 0 });
}

/** Calls an app as `TestApp.call` does, for tests with several apps. */
export async function callApp<Data>(
  app: FastifyInstance,
  method: string,
  path: string,
  options: CallOptions,
): Promise<ShopResponse<Data>> {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: {
      ...(options.as === undefined ? {} : { authorization: `Bearer ${options.as.accessToken}` }),
      ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  });
  const reply = {
    status: response.statusCode,
    headers: response.headers,
    body: bodyOf<Data>(response),
  };
  noteResponse(method, path, reply.status, reply.body.success ? null : reply.body.error.code);
  return reply;
}

/** Returns the body of an answer. A file has no envelope, so its text is the data. */
function bodyOf<Data>(response: LightMyRequestResponse): ShopResponse<Data>['body'] {
  if (String(response.headers['content-type']).startsWith('application/json'))
    return response.json();
  return { success: true, data: response.body } as unknown as ShopResponse<Data>['body'];
}

let passwordHash: Promise<string> | undefined;

/** Makes an account without hashing a password, because tests sign up hundreds of users and each hash takes long. */
async function signUp(shop: TestApp, { credits = 0, role, rights }: Newcomer): Promise<SignedIn> {
  const { context, owner } = shop;
  const email = `${randomUUID()}@example.test`;
  passwordHash ??= hashPassword('correct horse', null);
  const origin = { requestId: randomUUID(), ip: '127.0.0.1', userAgent: 'lightMyRequest' };
  const opened = await openAccount({ ...context, origin }, email, await passwordHash);
  const userId = opened.user.id;
  if (credits > 0) await giveCredits(owner, [userId], centsOf(credits));
  const person = {
    userId,
    email,
    accessToken: opened.access_token,
    refreshToken: opened.refresh_token,
  };
  if (role !== undefined) await giveRole(shop, person, role);
  if (rights !== undefined) await giveRights(shop, person, rights);
  return person;
}

/**
 * Gives an account a role, and a verified address, which the shop demands for every role. This bypasses the rules on
 * who may give roles (choice 847).
 */
export async function giveRole(
  { owner }: Pick<TestApp, 'owner'>,
  { userId }: Pick<SignedIn, 'userId'>,
  role: Role,
): Promise<void> {
  await owner.query(
    'update users set role = $2, email_verified_at = coalesce(email_verified_at, now()) where id = $1',
    [userId, role],
  );
}

/** Gives an account a new role made in this shop, with these rights. */
async function giveRights(
  shop: TestApp,
  person: SignedIn,
  rights: readonly Right[],
): Promise<void> {
  const id = randomUUID();
  await shop.owner.query('insert into staff_roles (id, name, rights) values ($1, $2, $3)', [
    id,
    `Role ${id.slice(0, 8)}`,
    rights,
  ]);
  await shop.owner.query(
    `update users set role = 'staff', staff_role_id = $2, email_verified_at = coalesce(email_verified_at, now()) where id = $1`,
    [person.userId, id],
  );
}

/** Verifies a user's address, as the mailed code does. */
export async function verifyAddress({ owner }: TestApp, { userId }: SignedIn): Promise<void> {
  await owner.query('update users set email_verified_at = now() where id = $1', [userId]);
}
