// Serves the health checks for operators and load balancers. One check tells whether the process is
// alive, the other whether it can take requests.
import type { FastifyInstance } from 'fastify';
import { MIGRATION_COUNT } from '../database/migrate.ts';
import { postgresError, statement } from '#engine/database.ts';
import { findFlaw } from '../database/pool.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';
import type { Context } from '../runtime/context.ts';

const draining = new WeakSet<FastifyInstance>();

/**
 * After this call `/readyz` responds 503, so that load balancers send no more requests. Requests that still arrive are
 * handled. Each response also ends its connection, so that no request is under way when the app closes.
 */
export function startDraining(app: FastifyInstance): void {
  draining.add(app);
}

export function isDraining(app: FastifyInstance): boolean {
  return draining.has(app);
}

const DISK_FULL = '53100';
// The time for which the process is unready after a write failed on a full disk. A small write may
// succeed in this time although the disk is still full.
const DISK_FULL_FOR_MS = 10_000;

/**
 * Serves `/healthz` and `/readyz`. `/healthz` responds with the process's version. `/readyz`
 * succeeds only if the database responds and accepts writes, the session settings are right, and
 * all migrations of this version are applied.
 */
export function serveHealth(app: FastifyInstance, context: Context): void {
  let diskFullUntil = 0;
  // Concurrent requests share one poll of the database. Many polls would take the connections that
  // buyers need.
  let poll: Promise<string | null> | undefined;
  app.addHook('preClose', async () => startDraining(app));
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) reply.header('connection', 'close');
  });
  app.addHook('onError', async (_request, _reply, error) => {
    if (postgresError(error)?.code === DISK_FULL) {
      diskFullUntil = performance.now() + DISK_FULL_FOR_MS;
    }
  });
  app.get('/healthz', async () => ({ status: 'ok', version: BUILD_INFO.version }));
  app.get('/readyz', async (_request, reply) => {
    const isFull = performance.now() < diskFullUntil;
    const reason = draining.has(app)
      ? 'shutting down'
      : isFull
        ? 'the disk of the database is full'
        : await (poll ??= notReady(context).finally(() => (poll = undefined)));
    if (reason === null) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', reason });
  });
}

async function notReady(context: Context): Promise<string | null> {
  try {
    const flaw = await findFlaw(context.db);
    if (flaw !== null) {
      const { reason, settings } = flaw;
      context.log.error(
        { event: 'database_session_refused', reason, settings },
        '/readyz responds 503: the database session has wrong settings',
      );
      return reason;
    }
    const [row] = await statement<{ migrations: number; wanted: number; isReadOnly: boolean }>(
      context.db,
      `select count(*) as migrations, current_setting('transaction_read_only')::boolean as "isReadOnly",
         (select coalesce(max(migrations), 0) from drizzle.wanted) as wanted
         from drizzle.__drizzle_migrations`,
      [],
    );
    // The database's address leads to a former primary that is now a standby.
    if (row!.isReadOnly) return 'the database accepts no writes';
    if (row!.migrations < MIGRATION_COUNT) return 'the database lacks migrations of this version';
    // The database may have more migrations than this version knows. The next version says in
    // `wanted` how many migrations a process has to know (CONTRIBUTING.md, "Migrations").
    return row!.wanted > MIGRATION_COUNT
      ? 'the database is of a later version than this one'
      : null;
  } catch (error) {
    context.log.warn(
      { event: 'database_unreachable', err: error },
      '/readyz responds 503: the database does not respond',
    );
    return 'the database does not answer';
  }
}
