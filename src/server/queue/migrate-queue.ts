// Migrates the queue's schema and its list of queues to this version. The owner of the database does this after the
// shop's own migrations, because the shop's role may only use the queues.
import pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { APP_ROLE } from '../database/app-role.ts';
import { openClient } from '../database/pool.ts';

const QUEUE_MIGRATION_LOCK = 7_046_004;

const INSUFFICIENT_PRIVILEGE = '42501';

const GRANTS = `
  grant usage on schema pgboss to ${APP_ROLE};
  grant select on all tables in schema pgboss to ${APP_ROLE};
  grant insert, update, delete on all tables in schema pgboss to ${APP_ROLE};
  grant execute on all functions in schema pgboss to ${APP_ROLE};
  revoke insert, delete on pgboss.version from ${APP_ROLE};
`;

/** Migrates the queue in the database at `url`, which has the owner's login. */
export async function migrateQueue(url: string, queues: readonly Queue[]): Promise<void> {
  const client = await openClient(url, 'migrate');
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  });
  try {
    await client.query('select pg_advisory_lock($1)', [QUEUE_MIGRATION_LOCK]);
    await boss.start();
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    let isChanged = false;
    for (const { name, policy, ...options } of queues) {
      const before = known.get(name);
      if (before === undefined) await boss.createQueue(name, { policy: policy!, ...options });
      else if (isSame(before, options)) continue;
      else await boss.updateQueue(name, options);
      isChanged = true;
    }
    if (isChanged) await client.query(GRANTS);
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
  }
}

/**
 * Whether the queue has the schema of this version. The login is that of the shop's role, so nothing may be changed.
 */
export async function isQueueSetUp(
  client: pg.ClientBase,
  queues: readonly Queue[],
): Promise<boolean> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  try {
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    return queues.every(({ name }) => known.has(name));
  } catch (error) {
    // The queue is not set up if its schema is missing or too old, or if the role has no grants yet. pg-boss reports a
    // bad schema by a message, and Postgres reports missing grants by a code. Any other error is rethrown.
    const isNotYet =
      error instanceof pg.DatabaseError
        ? error.code === INSUFFICIENT_PRIVILEGE
        : error instanceof Error && error.message.startsWith('pg-boss');
    if (isNotYet) return false;
    throw error;
  } finally {
    await boss.stop({ graceful: false });
  }
}

function isSame(before: object, options: object): boolean {
  const had = before as Record<string, unknown>;
  return Object.entries(options).every(([option, value]) => had[option] === value);
}
