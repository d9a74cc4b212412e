// Opens the settings, the migrated database and the context, for both the server and the command line.
import { QUICKNET } from '#domain/packproof/public-number.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { contextOf } from './app.ts';
import { askForOpening } from './storefront/check-opening.ts';
import { storeFirstPlaces } from './storefront/first-places.ts';
import { awaitMigration, MIGRATE } from './queue/await-migration.ts';
import { stripeProviders } from './card-payments/stripe-providers.ts';
import type { Sandbox } from '#stripe-sandbox/sandbox.ts';
import { appUrlOf } from './database/app-role.ts';
import { type Database } from '#engine/database.ts';
import { openOwnerPool, openProvenPool, overPool } from './database/pool.ts';
import {
  CannotRun,
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../embedded-postgres/open-embedded-postgres.ts';
import { EMBEDDED_NAME } from './database/embedded-name.ts';
import { proveOneDatabase } from './database/prove-connection.ts';
import { namingSetting } from './database/database-problem.ts';
import { migrateDatabase } from './database/migrate.ts';
import type { BatchProgress } from '#engine/migrate.ts';
import { listTrials } from './database/trials-queries.ts';
import { QUEUES } from './jobs/queues.ts';
import { migrateQueue } from './queue/migrate-queue.ts';
import { refuseTrials } from './runtime/refuse-trials.ts';
import { storedLogKeys } from './public-log/log-keys.ts';
import { DRAND_RELAYS, openBeacon } from './public-log/open-beacon.ts';
import { startPracticeBeacon } from './public-log/practice-beacon.ts';
import { readWitnesses } from './public-log/log-policy.ts';
import type { BeaconSource } from './runtime/beacon.ts';
import { readOrCreateAuthSecret } from './runtime/auth-secret.ts';
import { ConfigProblem, type Config } from './runtime/config.ts';
import type { Context, LogKeys } from './runtime/context.ts';
import type { Mailer } from './runtime/mailer.ts';
import { startProgress } from './runtime/progress.ts';

export type AsOwner = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;

export type OpenShop = {
  context: Context;
  pool: pg.Pool;
  /** The owner's address of the database, without a pooler, or null if this process doesn't have that address. */
  ownerUrl: string | null;
  /**
   * Runs work as the owner of the database, without an operator. The shop's own role may change some things, such as a
   * role, a price or a limit, only on behalf of an operator.
   */
  asOwner: AsOwner;
  /**
   * The sandbox that charges the cards in this process. Null if Stripe charges them, or if the shop
   * takes no cards.
   */
  sandbox: Sandbox | null;
  close: () => Promise<void>;
};

export type OpenDatabase = {
  /** The owner's address of the database, without a pooler, or null if this process doesn't have that address. */
  ownerUrl: string | null;
  /** The address of the database with the login of the shop's own role. */
  appUrl: string;
  close: () => Promise<void>;
};

/** Opens the database that the settings name, or the embedded database. Does not migrate it. */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  const { databaseUrl: ownUrl, appDatabaseUrl } = config;
  if (ownUrl === null && appDatabaseUrl !== null)
    return { ownerUrl: null, appUrl: appDatabaseUrl, close: async () => {} };
  const embedded = ownUrl === null ? await openEmbedded(config.dataDir, say) : null;
  const databaseUrl = embedded?.url ?? ownUrl!;
  return {
    ownerUrl: config.directDatabaseUrl ?? databaseUrl,
    appUrl: appDatabaseUrl ?? appUrlOf(databaseUrl),
    close: async () => embedded?.close(),
  };
}

/**
 * Returns the owner's address, for work that only the owner may do. If this process doesn't have that address, throws
 * ConfigProblem.
 */
export function ownerUrlOf({ ownerUrl }: { ownerUrl: string | null }): string {
  if (ownerUrl !== null) return ownerUrl;
  throw new ConfigProblem([
    'DATABASE_URL is not set, and only the owner of the database may do this',
  ]);
}

const TELL_WAIT_SECONDS = 60;
const NOT_MIGRATED = `the database is not migrated to this version: ${MIGRATE}`;

/**
 * Opens the database, migrates it, and builds the context. Without the owner's address a process can't migrate. A
 * server then waits until another process has migrated, and a command is rejected.
 */
export async function openShop(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  { isServer = false }: { isServer?: boolean } = {},
): Promise<OpenShop> {
  const opened = new AsyncDisposableStack();
  try {
    await readWitnesses(config.witnesses);
    const { ownerUrl, appUrl, close } = await openDatabase(config, say);
    opened.defer(close);
    if (ownerUrl !== null) await migrate(ownerUrl, appUrl, config, say);
    else
      await awaitMigration(appUrl, QUEUES, (seconds) => {
        if (!isServer) throw new ConfigProblem([NOT_MIGRATED]);
        if (seconds % TELL_WAIT_SECONDS === 0) say(`Waiting: ${NOT_MIGRATED}`);
      });
    const pool = await openProvenPool({ url: appUrl, clockOffsetMs: config.clockOffsetMs });
    opened.defer(() => pool.end());
    if (config.appDatabaseUrl !== null && ownerUrl !== null)
      await refuseOtherDatabase(config, ownerUrl, pool);
    const db = overPool(pool);
    if (config.production && ownerUrl === null) refuseTrials(await listTrials(db));
    const authSecret = config.authSecret ?? (await readOrCreateAuthSecret(config.dataDir));
    const sandbox = await sandboxOf(config, db, authSecret);
    opened.defer(() => sandbox?.close());
    const mailer = await mailerOf(config);
    opened.defer(() => mailer?.close());
    const settings = { ...config, authSecret };
    const logKeys = await logKeysOf(config);
    const beacon = await beaconOf(config, opened);
    const providers = stripeProviders(config, sandbox);
    const context = contextOf({ db, config: settings, log, ...providers, mailer, logKeys, beacon });
    if (isServer) await storeFirstPlaces(db, config.production);
    if (isServer && config.production) await askForOpening(db);
    await context.settings.renew();
    opened.defer(() => context.queue.close());
    return {
      context,
      pool,
      ownerUrl,
      asOwner: async (work) => {
        const { clockOffsetMs } = config;
        const owner = openOwnerPool({ url: ownerUrlOf({ ownerUrl }), clockOffsetMs });
        try {
          return await work(overPool(owner));
        } finally {
          await owner.end();
        }
      },
      sandbox,
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw namingSetting(error, {
      DATABASE_URL: config.databaseUrl,
      DIRECT_DATABASE_URL: config.directDatabaseUrl,
      APP_DATABASE_URL: config.appDatabaseUrl,
    });
  }
}

async function migrate(
  ownerUrl: string,
  appUrl: string,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  await migrateDatabase(ownerUrl, appUrl, {
    ...(config.production && { refuse: refuseTrials }),
    show: sayProgress(say),
    waits: () => say('Migrating waits for a table that is in use, by a backup perhaps.'),
  });
  await migrateQueue(ownerUrl, QUEUES);
}

async function refuseOtherDatabase(config: Config, ownerUrl: string, pool: pg.Pool): Promise<void> {
  const named = config.directDatabaseUrl === null ? 'DATABASE_URL' : 'DIRECT_DATABASE_URL';
  const owners = openOwnerPool({ url: ownerUrl, clockOffsetMs: config.clockOffsetMs });
  const [owner, shop] = [await owners.connect(), await pool.connect()];
  try {
    await proveOneDatabase(owner, shop, named);
  } finally {
    shop.release();
    owner.release();
    await owners.end();
  }
}

/**
 * The keys that sign the public log. Outside of production, the shop creates them itself, like its
 * token secret.
 */
async function logKeysOf({ logKeys, production, dataDir }: Config): Promise<LogKeys> {
  if (logKeys !== null || production) return { seeds: logKeys ?? [], areStored: false };
  return { seeds: await storedLogKeys(dataDir), areStored: true };
}

/**
 * Returns the source of public numbers. `practice`: the shop makes its own numbers, which is for shops that sell
 * nothing of value.
 */
async function beaconOf(
  { beacon, dataDir, clockOffsetMs }: Config,
  opened: AsyncDisposableStack,
): Promise<BeaconSource | null> {
  if (beacon === 'off') return null;
  if (beacon === 'drand') return openBeacon({ chain: QUICKNET, relays: DRAND_RELAYS });
  const practice = await startPracticeBeacon(dataDir, () => Date.now() + clockOffsetMs);
  opened.defer(practice.close);
  return practice.source;
}

async function openEmbedded(
  dataDir: string,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  try {
    return await openEmbeddedPostgres({ dataDir, name: EMBEDDED_NAME, log });
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    throw new Error(`${error.message} Set DATABASE_URL to a Postgres server.`, { cause: error });
  }
}

async function sandboxOf(
  { stripe, production }: Config,
  db: Database,
  secret: string,
): Promise<Sandbox | null> {
  if (stripe !== 'sandbox') return null;
  // The sandbox is loaded only if it is used, so that a shop for real money does not have it in memory.
  const { startSandbox } = await import('#stripe-sandbox/sandbox.ts');
  return startSandbox({ db, secret, production });
}

async function mailerOf(config: Config): Promise<Mailer | null> {
  if (config.smtpUrl === null) return null;
  // The mailer is loaded only if it is used, so that a shop without a mail server starts sooner.
  const { openSmtp } = await import('./mail/smtp.ts');
  return openSmtp(config.smtpUrl, config);
}

/** Reports the progress of a migration that changes many rows, after each tenth of the rows. */
function sayProgress(say: (line: string) => void): (progress: BatchProgress) => void {
  const shown = new Map<string, (done: number) => void>();
  return ({ name, done, waiting }) => {
    const show =
      shown.get(name) ??
      startProgress(`Migrating (${name})`, done + waiting, {
        write: (text) => say(text.trimEnd()),
      });
    shown.set(name, show);
    show(done);
  };
}
