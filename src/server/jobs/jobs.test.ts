// Tests the scheduler. Each run happens in only one process, and again after a crash. A stopped scheduler leaves no
// timer and no worker behind.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBoss } from '../queue/boss.ts';
import { useTestApp } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { QUEUES } from './queues.ts';
import { migrateQueue } from '../queue/migrate-queue.ts';
import { aloneAt } from './run-job.ts';
import { startJobs, type Scheduler } from './start-jobs.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });
const atWork: Scheduler[] = [];

beforeEach(() => shop.owner.query('delete from pgboss.job'));
afterEach(async () => {
  await Promise.all(atWork.splice(0).map((one) => one.stop()));
});

type Run = { state: string; retry_count: number };

async function runsOf(name: string): Promise<Run[]> {
  const { rows } = await shop.owner.query<Run>(
    'select state, retry_count from pgboss.job where name = $1 order by created_on',
    [name],
  );
  return rows;
}

/** Waits until the first run of a job has succeeded. The next run may already be enqueued at that time. */
async function ended(name: string): Promise<void> {
  await expect.poll(async () => (await runsOf(name))[0]?.state).toBe('completed');
}

test('any number of servers that start together run each due job once', async () => {
  atWork.push(...(await Promise.all(Array.from({ length: 4 }, () => startJobs(shop.context)))));
  await ended('reconcile-payments');
  const { rows } = await shop.owner.query<{ runs: number; times: number }>(
    `select count(*)::int as runs, count(distinct singleton_on)::int as times
     from pgboss.job where name = 'reconcile-payments'`,
  );
  expect(rows[0]!.runs).toBe(rows[0]!.times);
});

test('another process does a job that a dead process left behind', async () => {
  const { context } = shop;
  const dead = await makeBoss(context.db, context.log, { works: false }).start();
  await dead.send('forget-keys', null);
  await dead.fetch('forget-keys');
  await dead.stop({ graceful: false });
  expect(await runsOf('forget-keys')).toMatchObject([{ state: 'active' }]);

  // Makes the running job look dead, because its last heartbeat is too old.
  await shop.owner.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'`);
  const boss = await makeBoss(context.db, context.log, { works: false }).start();
  await boss.supervise('forget-keys');
  await boss.stop({ graceful: false });
  expect(await runsOf('forget-keys')).toMatchObject([{ state: 'retry' }]);
  await shop.owner.query('update pgboss.job set start_after = now()');
  atWork.push(await startJobs(context));
  await ended('forget-keys');
  expect((await runsOf('forget-keys'))[0]).toMatchObject({ retry_count: 1 });
});

test('a failed job is retried, later each time, and succeeds in the end', async () => {
  await shop.owner.query('alter table idempotency_keys rename to keys_away');
  atWork.push(await startJobs(shop.context));
  await expect
    .poll(() => runsOf('forget-keys'))
    .toMatchObject([{ state: 'retry', retry_count: 0 }]);
  const { rows } = await shop.owner.query<{ waits: number }>(
    `select extract(epoch from start_after - started_on)::float as waits from pgboss.job where name = 'forget-keys'`,
  );
  expect(rows[0]!.waits).toBeGreaterThan(5);
  await shop.owner.query('alter table keys_away rename to idempotency_keys');
  await shop.owner.query('update pgboss.job set start_after = now()');
  await ended('forget-keys');
});

test('beside a server, a command does no job that the server is doing', async () => {
  await aloneAt(shop.context, 'forget-keys', async () => {
    expect(await runShopCommand(shop.url, ['jobs', 'run', 'forget-keys'])).toEqual({
      code: 1,
      out: '',
      err: 'Another process runs forget-keys.\n',
    });
  });
  expect((await runShopCommand(shop.url, ['jobs', 'run', 'forget-keys'])).out).toBe(
    '0 done, 0 failed.\n',
  );
});

test('mail can’t be sent by hand without a mail server', async () => {
  expect((await runShopCommand(shop.url, ['jobs', 'run', 'send-mail'])).err).toBe(
    'SMTP_URL is not set.\n',
  );
});

test('the queues match this version’s list, however often they are migrated', async () => {
  await migrateQueue(
    shop.url,
    QUEUES.map((queue) => ({ ...queue, retryLimit: 9 })),
  );
  await migrateQueue(shop.url, QUEUES);
  await migrateQueue(shop.url, QUEUES);
  const { rows } = await shop.owner.query<{ name: string; retry_limit: number }>(
    'select name, retry_limit from pgboss.queue',
  );
  expect(rows).toHaveLength(QUEUES.length);
  expect(rows.find((queue) => queue.name === 'forget-keys')).toMatchObject({ retry_limit: 3 });
});

test('the shop’s role can do everything that the queue does by itself', async () => {
  const complaints: unknown[] = [];
  const boss = makeBoss(shop.context.db, shop.context.log, { works: true });
  boss.on('error', (error) => complaints.push(error));
  boss.on('warning', (warning) => complaints.push(warning));
  await boss.start();
  await boss.supervise();
  await boss.resolveFlow();
  await boss.stop({ graceful: false });
  expect(complaints).toEqual([]);
});

test('the shop’s role can use the queue, but can’t change its structure', async () => {
  const attack = shop.context.db.client.query('alter table pgboss.job_common add column x int');
  await expect(attack).rejects.toMatchObject({ code: '42501' });
});
