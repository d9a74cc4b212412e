// Tests the operators' view of the shop's jobs and mails, and the operators' actions on them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailSummary, StoredMail } from '#contract/admin.ts';
import type { FailedJob, JobStatus } from '#contract/jobs.ts';
import { makeBoss } from '../queue/boss.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { openSmtp } from '../mail/smtp.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });
let moderator: SignedIn;
let admin: SignedIn;
let server: TestMailServer;

beforeAll(async () => {
  moderator = await shop.signUp({ role: 'moderator' });
  admin = await shop.signUp({ role: 'admin' });
  server = await startMailServer();
});
afterAll(() => server.goAway());
beforeEach(async () => {
  await shop.owner.query('delete from pgboss.job');
  server.forget();
});

type Jobs = { jobs: JobStatus[]; failed: FailedJob[] };

async function jobs(as = moderator): Promise<Jobs> {
  return (await shop.call<Jobs>('GET', '/admin/jobs', { as })).body.data;
}

/**
 * Stores an ended run of a job, as a worker would. If `error` is null, the run succeeded, otherwise it failed for good.
 */
async function endedRun(name: string, error: string | null, data: object | null): Promise<string> {
  const boss = await makeBoss(shop.context.db, shop.context.log, { works: false }).start();
  const id = await boss.send(name, data, { retryLimit: 0 });
  await boss.fetch(name);
  if (error === null) await boss.complete(name, id!);
  else await boss.fail(name, id!, new Error(error));
  await boss.stop({ graceful: false });
  return id!;
}

const failedRun = (name: string, error: string) => endedRun(name, error, null);

test('operators see the version and the commit of the process, and shoppers do not', async () => {
  const { body } = await shop.call('GET', '/admin/build', { as: moderator });
  expect(body.data).toEqual(BUILD_INFO);
  const shopper = await shop.signUp();
  expect((await shop.call('GET', '/admin/build', { as: shopper })).status).toBe(403);
});

describe('the list of jobs', () => {
  test('names every job, its last run and its next run', async () => {
    const scheduler = await startJobs(shop.context);
    // A job that never ran is due at once, even if it is a daily job.
    const late = async () =>
      (await jobs()).jobs.filter(
        ({ everySeconds, dailyAtHour, lastOutcome }) =>
          (everySeconds !== null || dailyAtHour !== null) && lastOutcome !== 'completed',
      );
    await expect.poll(late).toEqual([]);
    await scheduler.stop();
    const { jobs: listed, failed } = await jobs();
    expect(failed).toEqual([]);
    expect(listed.find((job) => job.name === 'release-reservations')).toMatchObject({
      everySeconds: 15,
      dailyAtHour: null,
      state: 'idle',
      lastOutcome: 'completed',
      lastRun: { done: 0, failed: 0 },
    });
    const prices = listed.find((job) => job.name === 'refresh-prices')!;
    expect(prices).toMatchObject({ everySeconds: null, dailyAtHour: 21 });
    expect(String(prices.nextRunAt)).toMatch(/T21:00:00\.000Z$/);
    expect(listed.find((job) => job.name === 'send-mail')).toMatchObject({
      state: 'idle',
      lastRunAt: null,
      nextRunAt: null,
    });
  });

  test('shows failures with their reasons, until the job runs again successfully', async () => {
    const id = await failedRun('forget-keys', 'The disk is full');
    expect((await jobs()).failed).toMatchObject([
      { id, name: 'forget-keys', error: 'The disk is full', attempts: 1, mailId: null },
    ]);
    const { status } = await shop.call('POST', `/admin/jobs/${id}/retry`, { as: moderator });
    expect(status).toBe(200);
    const waiting = await jobs();
    expect(waiting.failed).toEqual([]);
    expect(waiting.jobs.find((job) => job.name === 'forget-keys')!.state).toBe('retrying');

    const scheduler = await startJobs(shop.context);
    const outcome = async () =>
      (await jobs()).jobs.find((job) => job.name === 'forget-keys')!.lastOutcome;
    await expect.poll(outcome).toBe('completed');
    await scheduler.stop();
  });

  test('drops a failure after a later success, and keeps the newest of several', async () => {
    await failedRun('forget-keys', 'First');
    await failedRun('forget-keys', 'Second');
    expect((await jobs()).failed).toMatchObject([{ error: 'Second' }]);
    const scheduler = await startJobs(shop.context);
    await expect.poll(async () => (await jobs()).failed).toEqual([]);
    await scheduler.stop();
  });

  test.each([
    ['an intake asked for', 'tell-wishes', { trace: '00-1' }],
    ['an operator asked for', 'refresh-prices', { all: true, trace: '00-1' }],
  ])('drops a failure of %s after a successful scheduled run', async (_, name, data) => {
    await endedRun(name, 'The disk is full', data);
    expect((await jobs()).failed).toHaveLength(1);
    await endedRun(name, null, null);
    expect((await jobs()).failed).toEqual([]);
    await failedRun(name, 'The disk is full');
    await endedRun(name, null, { ...data, trace: '00-2' });
    expect((await jobs()).failed).toEqual([]);
  });

  test('drops the failure of a mail once that mail is sent, by any run, and not for another mail', async () => {
    const [mailId, other] = [randomUUID(), randomUUID()];
    await endedRun('send-mail', 'No such user', { mailId, trace: '00-1' });
    await endedRun('send-mail', null, { mailId: other, trace: '00-1' });
    expect((await jobs()).failed).toMatchObject([{ mailId, error: 'No such user' }]);
    await endedRun('send-mail', null, { mailId, trace: '00-2' });
    expect((await jobs()).failed).toEqual([]);
  });

  test('lets an operator request a job while its next run waits', async () => {
    const id = await failedRun('forget-keys', 'The disk is full');
    const boss = await makeBoss(shop.context.db, shop.context.log, { works: false }).start();
    await boss.send('forget-keys', null);
    await boss.stop({ graceful: false });
    const { status } = await shop.call('POST', `/admin/jobs/${id}/retry`, { as: moderator });
    expect(status).toBe(200);
  });

  test('lets a job run again at once, however long it would have waited', async () => {
    const { context } = shop;
    const boss = await makeBoss(context.db, context.log, { works: false }).start();
    const id = await boss.send('forget-keys', null, { retryLimit: 3, retryDelay: 3600 });
    await boss.fetch('forget-keys');
    // Makes the job fail for good although it has tries left, as happens to a mail that no server will ever accept.
    await shop.owner.query(
      `update pgboss.job set state = 'failed', completed_on = now(), start_after = now() + interval '1 hour'`,
    );
    await shop.call('POST', `/admin/jobs/${id}/retry`, { as: moderator });
    expect(await boss.fetch('forget-keys')).toMatchObject([{ id }]);
    await boss.stop({ graceful: false });
  });

  test('retries only failed jobs', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await shop.call('POST', `/admin/jobs/${id}/retry`, {
        as: moderator,
      });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('is not for shoppers', async () => {
    const shopper = await shop.signUp();
    expect((await shop.call('GET', '/admin/jobs', { as: shopper })).status).toBe(403);
  });
});

type Mails = { mails: MailSummary[]; pagination: { total: number; totalPages: number } };

async function mails(query: string): Promise<Mails> {
  return (await shop.call<Mails>('GET', `/admin/mails${query}`, { as: admin })).body.data;
}

describe('the mailbox', () => {
  test('has the code for a new user, and shows it to admins only', async () => {
    const shopper = await shop.signUp();
    const { mails: found } = await mails(`?search=${shopper.email.toUpperCase()}`);
    expect(found).toMatchObject([
      { kind: 'verify_email', to: shopper.email, state: 'kept', attempts: 0, sentAt: null },
    ]);
    const path = `/admin/mails/${found[0]!.id}`;
    const { body } = await shop.call<StoredMail>('GET', path, { as: admin });
    const code = /\d{6}/.exec(body.data.text)![0];
    expect(body.data.html).toContain(code);
    expect((await shop.call('GET', path, { as: moderator })).status).toBe(403);
    const verified = await shop.call('POST', '/auth/verify', {
      body: { email: shopper.email, code },
    });
    expect(verified.status).toBe(200);
  });

  test('can be paged and filtered by state, by the beginning of an address, and by kind', async () => {
    const shopper = await shop.signUp();
    const first = await mails('?limit=1');
    expect(first.mails).toHaveLength(1);
    expect(first.pagination.total).toBeGreaterThanOrEqual(3);
    const second = await mails('?limit=1&page=2');
    expect(second.mails[0]!.id).not.toBe(first.mails[0]!.id);
    expect((await mails('?state=failed')).mails).toEqual([]);
    const begun = await mails(`?search=${shopper.email.slice(0, 20)}`);
    expect(begun.mails.map(({ to }) => to)).toEqual([shopper.email]);
    for (const kind of ['verify_email', 'Verify%20email']) {
      const { pagination } = await mails(`?search=${kind}`);
      expect(pagination.total).toBe(first.pagination.total);
    }
    expect((await mails('?search=verify')).mails).toEqual([]);
    await shop.owner.query(`update mails set to_address = 'cécile.' || to_address where id = $1`, [
      begun.mails[0]!.id,
    ]);
    for (const typed of ['cecile.', 'CÉCILE', `cécile.${shopper.email}`]) {
      const { mails: alike } = await mails(`?search=${encodeURIComponent(typed)}`);
      expect(alike.map(({ id }) => id)).toEqual([begun.mails[0]!.id]);
    }
    const accented = await mails(`?search=${encodeURIComponent('Vérify email')}`);
    expect(accented.pagination.total).toBe(first.pagination.total);
    expect((await mails('?search=100%25')).mails).toEqual([]);
    const { status } = await shop.call('GET', '/admin/mails?state=lost', { as: admin });
    expect(status).toBe(400);
  });

  test('does not find an unknown id', async () => {
    const path = '/admin/mails/00000000-0000-4000-8000-000000000000';
    for (const [method, to] of [
      ['GET', path],
      ['POST', `${path}/resend`],
    ] as const) {
      const { status, body } = await shop.call(method, to, { as: admin });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('resends a mail that was given up, and no other', async () => {
    const shopper = await shop.signUp();
    const { mails: found } = await mails(`?search=${shopper.email}`);
    const id = found[0]!.id;
    await shop.owner.query(`update mails set state = 'failed', last_error = 'No' where id = $1`, [
      id,
    ]);
    const path = `/admin/mails/${id}/resend`;
    const send = () => shop.call('POST', path, { as: admin });
    const refused = await send();
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'INVALID_TRANSITION', message: 'This shop has no mail server.' },
    ]);

    const mailer = openSmtp(server.url, shop.context.config);
    shop.context.mailer = mailer;
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(409);
    const scheduler = await startJobs(shop.context);
    const state = async () => (await mails(`?search=${shopper.email}`)).mails[0]!.state;
    await expect.poll(state).toBe('sent');
    await scheduler.stop();
    shop.context.mailer = null;
    mailer.close();
    expect(await server.received()).toMatchObject([{ to: [{ address: shopper.email }] }]);
  });
});
