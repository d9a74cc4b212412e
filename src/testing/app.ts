// The whole app for a test: every route, on a database of its own, copied from the migrated template.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { DestinationStream } from 'pino';
import pg from 'pg';
import { centsOf } from '#domain/decimals.ts';
import type { Role } from '#domain/access.ts';
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
import { noteResponse } from './coverage.ts';
import { copyDemo } from './demo-database.ts';
import { readConfig, type Config } from '../server/runtime/config.ts';
import { makeLog } from '../server/runtime/log.ts';
import type { Context } from '../server/runtime/context.ts';
import { copyTemplate } from './postgres.ts';
import { giveCredits } from './give-credits.ts';

export type Answer<Data = Record<string, never>> = {
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
  /** The card provider, where the test asked for `cards`. It delivers its events when it is told to. */
  sandbox: Sandbox;
  /** Signed in as the owner of the database, for looking and for making trouble. */
  owner: pg.Pool;
  /** The owner's address of this database. */
  url: string;
  call: <Data = never>(
    method: string,
    path: string,
    options?: CallOptions,
  ) => Promise<Answer<Data>>;
  /** A new account, signed in. A number is short for credits alone. */
  signUp: (who?: number | Newcomer) => Promise<SignedIn>;
};

/** `role`: an operator has a verified address, which the shop asks of every role. */
type Newcomer = { credits?: number; role?: Role };

export type CallOptions = {
  as?: SignedIn | undefined;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
};

/**
 * The app for the tests of one file. After them the audit must print zeros. `log`: where its lines go. `cachedMs`: as in
 * `buildApp`; by default whatever a test changes is seen at once. `filled`: with what a demo has. `make`: makes the database of
 * that name on a server, where it is no copy.
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

  beforeAll(async () => {
    test.url = await make(serverUrl, name);
    const appUrl = appUrlOf(test.url);
    dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
    const config = withSpecifiedFees({
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      // A production shop has its cards from the test, which alone may know better.
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
      logKeys: { seeds: await storedLogKeys(dataDir), areKept: true },
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
    if (cards) await test.sandbox.close();
    await test.context.queue.close();
    await pool.end();
    await test.owner.end();
    await rm(dataDir, { recursive: true });
    const admin = new pg.Client({ connectionString: serverUrl });
    await admin.connect();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    expect(broken, 'the audit prints zeros').toEqual([]);
    if (disagreement instanceof Error) throw disagreement;
  });

  return test;
}

/**
 * Settings of a test's shop. It asks the specification's fees, as the demo does, but has nothing of it in its database. Who
 * names a fee gets what a shop of these settings would have.
 */
function withSpecifiedFees(environment: Record<string, string>): Config {
  const config = readConfig(environment);
  if (environment['CARD_FEE'] !== undefined) return config;
  return { ...config, cardFee: SPECIFIED_CARD_FEE, topUpFee: SPECIFIED_TOP_UP_FEE };
}

/** Whatever a test did: what the card provider says happened stands in the books at last, and nothing else. */
async function agreeWithProvider({ context, sandbox }: TestApp): Promise<void> {
  sandbox.faults = {};
  expect(await compareBooks(context, undefined, 0)).toMatchObject({ failed: 0 });
}

/** Calls an app as `TestApp.call` does, for a test that has more than one. */
export async function callApp<Data>(
  app: FastifyInstance,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Answer<Data>> {
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
  const answer = {
    status: response.statusCode,
    headers: response.headers,
    body: bodyOf<Data>(response),
  };
  noteResponse(method, path, answer.status, answer.body.success ? null : answer.body.error.code);
  return answer;
}

/** A file has no envelope: its text is the data. */
function bodyOf<Data>(response: LightMyRequestResponse): Answer<Data>['body'] {
  if (String(response.headers['content-type']).startsWith('application/json'))
    return response.json();
  return { success: true, data: response.body } as unknown as Answer<Data>['body'];
}

let passwordHash: Promise<string> | undefined;

/** As registering does it, but for the hash: tests sign up by the hundred, and each would take a core for long. */
async function signUp(shop: TestApp, { credits = 0, role }: Newcomer): Promise<SignedIn> {
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
  return person;
}

/** Gives an account a role, and the verified address that the shop asks for, past the rules for who may give it (choice 847). */
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

/** Makes somebody's address a verified one, as the mailed code does. */
export async function verifyAddress({ owner }: TestApp, { userId }: SignedIn): Promise<void> {
  await owner.query('update users set email_verified_at = now() where id = $1', [userId]);
}
