// What the server and the command line share: settings, a migrated database, and the context.
import type pg from 'pg';
import type { Logger } from 'pino';
import { contextOf } from './app.ts';
import { cardProviderOf } from './card-payments/stripe.ts';
import { startSandbox, type Sandbox } from './card-payments/stripe-sandbox/sandbox.ts';
import { openPool, overClient, type Database } from './database/database.ts';
import {
  CannotRun,
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../embedded-postgres/open-embedded-postgres.ts';
import { EMBEDDED_NAME } from './database/embedded-name.ts';
import { migrateDatabase } from './database/migrate.ts';
import { QUEUES } from './jobs/queues.ts';
import { migrateQueue } from './queue/migrate-queue.ts';
import { keptAuthSecret } from './runtime/auth-secret.ts';
import type { Config } from './runtime/config.ts';
import type { Context } from './runtime/context.ts';
import type { Mailer } from './runtime/mailer.ts';

export type AsOwner = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;

export type OpenShop = {
  context: Context;
  pool: pg.Pool;
  /** Where the owner of the database signs in. */
  ownerUrl: string;
  /** Does what the shop's own role does only beside an operator (a role, a price, a limit) as that owner. */
  asOwner: AsOwner;
  /** The card provider inside the shop, if that is the one that charges cards. */
  sandbox: Sandbox | null;
  close: () => Promise<void>;
};

/** Opens the database that the settings name (or the embedded one), migrates it, and builds the context. */
export async function openShop(
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<OpenShop> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config.dataDir, say) : null;
  try {
    const ownerUrl = embedded?.url ?? config.databaseUrl!;
    await migrateDatabase(ownerUrl);
    await migrateQueue(ownerUrl, QUEUES);
    const pool = openPool({
      url: config.appDatabaseUrl ?? ownerUrl,
      assumeAppRole: config.appDatabaseUrl === null,
      clockOffsetMs: config.clockOffsetMs,
    });
    const authSecret = config.authSecret ?? (await keptAuthSecret(config.dataDir));
    const db = overClient(pool);
    const sandbox =
      config.stripe === 'sandbox'
        ? await startSandbox({ db, secret: authSecret, production: config.production })
        : null;
    const cardProvider = cardProviderOf(config, sandbox);
    const mailer = await mailerOf(config);
    const settings = { ...config, authSecret };
    const context = contextOf({ db, config: settings, log, cardProvider, mailer });
    return {
      context,
      pool,
      ownerUrl,
      asOwner: async (work) => {
        const { clockOffsetMs } = config;
        const owner = openPool({ url: ownerUrl, assumeAppRole: false, clockOffsetMs });
        try {
          return await work(overClient(owner));
        } finally {
          await owner.end();
        }
      },
      sandbox,
      close: async () => {
        await sandbox?.close();
        mailer?.close();
        await context.queue.close();
        await pool.end();
        await embedded?.close();
      },
    };
  } catch (error) {
    await embedded?.close();
    throw error;
  }
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

async function mailerOf(config: Config): Promise<Mailer | null> {
  if (config.smtpUrl === null) return null;
  // Loaded only where it is used: a shop without a mail server starts sooner.
  const { openSmtp } = await import('./mail/smtp.ts');
  return openSmtp(config.smtpUrl, config);
}
