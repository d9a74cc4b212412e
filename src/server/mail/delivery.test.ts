// Tests the delivery of mail with a server that really speaks SMTP.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#engine/database.ts';
import { startJobs, type Scheduler } from '../jobs/start-jobs.ts';
import type { Context } from '../runtime/context.ts';
import { LETTERHEAD } from '../../testing/letterhead.ts';
import { useTestApp, verifyAddress } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { stockPackType } from '../../testing/stock.ts';
import { deliverMail } from './deliver-mail.ts';
import { sendMail } from './send-mail.ts';
import { openSmtp } from './smtp.ts';
import { writeMail } from './write-mail.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent', MAIL_FROM: 'hello@shop.test' });
let server: TestMailServer;
let context: Context;
const atWork: Scheduler[] = [];

beforeAll(async () => {
  server = await startMailServer();
  const mailer = openSmtp(server.url, { production: false });
  context = { ...shop.context, mailer };
});
afterAll(async () => {
  context.mailer!.close();
  await server.goAway();
});
beforeEach(async () => {
  server.forget();
  server.replies.length = 0;
  await shop.owner.query('delete from mails; delete from pgboss.job');
});
afterEach(async () => {
  await Promise.all(atWork.splice(0).map((one) => one.stop()));
});

async function work(): Promise<void> {
  atWork.push(await startJobs(context));
}

const plain = writeMail(LETTERHEAD, {
  kind: 'test',
  subject: 'Zażółć — your 3 cards ✨',
  parts: ['Grüße & <cards>.', { link: 'https://shop.test/', label: 'Open' }],
});
const secret = writeMail(LETTERHEAD, {
  kind: 'verify_email',
  subject: '123456 is your code',
  isSecret: true,
  parts: [{ code: '123456' }],
});

const send = (email: string, mail = plain): Promise<void> =>
  inTransaction(context.db, (db) => sendMail({ ...context, db }, { email, userId: null }, mail));

type MailRow = {
  id: string;
  state: string;
  attempts: number;
  last_error: string | null;
  sent_at: Date | null;
  subject: string;
  text: string;
  html: string | null;
};

async function mails(): Promise<MailRow[]> {
  const { rows } = await shop.owner.query<MailRow>('select * from mails order by created_at');
  return rows;
}

/** Waits until a mail has the expected state. If a retry is due later, it runs at once. */
async function untilMail(expected: Partial<MailRow>): Promise<void> {
  await expect
    .poll(
      async () => {
        await shop.owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
        return (await mails())[0];
      },
      { interval: 100 },
    )
    .toMatchObject(expected);
}

async function jobs(): Promise<{ state: string; retry_count: number }[]> {
  const { rows } = await shop.owner.query<{ state: string; retry_count: number }>(
    `select state, retry_count from pgboss.job where name = 'send-mail'`,
  );
  return rows;
}

describe('a mail', () => {
  test('waits until its reason is committed, and is delivered once, in both forms', async () => {
    await inTransaction(context.db, async (db) => {
      await sendMail({ ...context, db }, { email: 'a@example.test', userId: null }, plain);
      expect(await jobs()).toEqual([]);
    });
    expect(await mails()).toMatchObject([{ state: 'queued', attempts: 0 }]);
    expect(await jobs()).toMatchObject([{ state: 'created' }]);
    await work();
    await untilMail({ state: 'sent', attempts: 1, last_error: null });
    const [mail] = await mails();
    expect(await server.received()).toMatchObject([
      {
        messageId: `<${mail!.id}@shop.test>`,
        from: { name: 'Felt & Foil', address: 'hello@shop.test' },
        to: [{ address: 'a@example.test' }],
        subject: 'Zażółć — your 3 cards ✨',
      },
    ]);
    expect((await server.received())[0]!.text).toContain('Grüße & <cards>.');
    expect((await server.received())[0]!.html).toContain('Grüße &amp; &lt;cards&gt;.');
  });

  test('whose reason rolls back is not sent', async () => {
    const failed = inTransaction(context.db, async (db) => {
      await sendMail({ ...context, db }, { email: 'a@example.test', userId: null }, plain);
      throw new Error('never mind');
    });
    await expect(failed).rejects.toThrow('never mind');
    expect([await mails(), await jobs()]).toEqual([[], []]);
  });

  test('that the server can’t accept now is sent when it can', async () => {
    server.replies.push({ code: 451, text: 'Come back later' });
    await send('a@example.test');
    await work();
    await untilMail({ state: 'sent', attempts: 2, last_error: null });
    expect(await server.received()).toHaveLength(1);
  });

  test('that the server will never accept is given up at once, with the reason', async () => {
    server.replies.push({ code: 550, text: 'No such user' });
    await send('a@example.test');
    await work();
    await untilMail({ state: 'failed', attempts: 1 });
    expect((await mails())[0]!.last_error).toContain('No such user');
    await expect.poll(jobs).toMatchObject([{ state: 'failed', retry_count: 0 }]);
    expect(await server.received()).toEqual([]);
  });

  test('waits for a server that is down', async () => {
    await server.goAway();
    await send('a@example.test');
    await work();
    await untilMail({ state: 'queued', attempts: 2 });
    expect((await mails())[0]!.last_error).toContain('ECONNREFUSED');
    await server.comeBack();
    await untilMail({ state: 'sent', last_error: null });
    expect(await server.received()).toHaveLength(1);
  });

  test('is given up after its last try, and still sent on request', async () => {
    server.replies.push({ code: 451, text: 'Busy' });
    await send('a@example.test');
    const [{ id }] = (await mails()) as [MailRow];
    expect(await deliverMail(context, id, { isLast: true })).toMatchObject({ outcome: 'given up' });
    expect(await mails()).toMatchObject([{ state: 'failed' }]);
    expect(await deliverMail(context, id, { isLast: true })).toMatchObject({ outcome: 'done' });
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('with a code stores nothing of it once it is sent', async () => {
    await send('a@example.test', secret);
    await work();
    await untilMail({ state: 'sent', html: null, subject: '(code) is your code' });
    expect(JSON.stringify(await mails())).not.toContain('123456');
    expect(await server.received()).toMatchObject([{ subject: '123456 is your code' }]);
  });

  test('is sent once, whatever the number of senders', async () => {
    for (let mail = 1; mail <= 30; mail += 1) await send(`${mail}@example.test`);
    const ids = (await mails()).map((mail) => mail.id);
    await Promise.all([
      work(),
      work(),
      ...ids.map((id) => deliverMail(context, id, { isLast: false })),
    ]);
    await expect
      .poll(async () => (await mails()).filter((mail) => mail.state === 'sent').length)
      .toBe(30);
    expect(new Set((await server.received()).map((mail) => mail.messageId)).size).toBe(30);
    expect(await server.received()).toHaveLength(30);
  });

  test('is left alone while another process sends it, and taken over when that process has died', async () => {
    await send('a@example.test');
    const [{ id }] = (await mails()) as [MailRow];
    await shop.owner.query(`update mails set state = 'sending', claimed_at = shop_clock()`);
    expect(await deliverMail(context, id, { isLast: false })).toMatchObject({ outcome: 'again' });
    expect(await server.received()).toEqual([]);
    await shop.owner.query(`update mails set claimed_at = shop_clock() - interval '6 minutes'`);
    expect(await deliverMail(context, id, { isLast: false })).toMatchObject({ outcome: 'done' });
    expect(await server.received()).toHaveLength(1);
  });
});

/**
 * Makes the mails of a purchase wait to be sent, and `count` more receipts with them. Each of these receipts needs its
 * own PDF, because its transaction has no number.
 */
async function receiptsWait(count: number): Promise<void> {
  const packId = await stockPackType(shop.context, { packs: 1 });
  const buyer = await shop.signUp(50);
  await verifyAddress(shop, buyer);
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(status).toBe(200);
  await shop.owner.query(
    `with wait as (
       insert into mails (id, kind, user_id, to_address, subject, facts, state)
       select gen_random_uuid(), m.kind, m.user_id, m.to_address, m.subject,
         (m.facts::jsonb || jsonb_build_object('id', j.id))::json, 'queued'
       from mails m join journals j on j.user_id = m.user_id and j.kind = 'bonus_credit'
       cross join generate_series(1, $2::int)
       where m.kind = 'receipt' and m.user_id = $1 returning id
     )
     insert into pgboss.job (name, data) select 'send-mail', json_build_object('mailId', id) from wait`,
    [buyer.userId, count],
  );
}

async function countQueued(kind: string): Promise<number> {
  const { rows } = await shop.owner.query<{ count: number }>(
    `select count(*)::int from mails where kind = $1 and state in ('queued', 'sending')`,
    [kind],
  );
  return rows[0]!.count;
}

test('a new user gets their code within ten seconds while a thousand receipts wait', async () => {
  await receiptsWait(1000);
  await work();
  await expect.poll(async () => (await server.received()).length).toBeGreaterThan(0);
  const email = 'new@example.test';
  shop.context.mailer = context.mailer;
  const { status } = await shop.call('POST', '/auth/register', {
    body: { email, password: 'correct horse battery', country: 'CA' },
  });
  shop.context.mailer = null;
  expect(status).toBe(200);
  await expect.poll(() => server.asked.has(email), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => countQueued('verify_email')).toBe(0);
  expect(await countQueued('receipt')).toBeGreaterThan(500);
});

test('a mail server that delays other mails does not delay a code', async () => {
  for (let mail = 1; mail <= 12; mail += 1) {
    server.stalled.add(`${mail}@example.test`);
    await send(`${mail}@example.test`);
  }
  await work();
  await expect.poll(() => server.asked.has('5@example.test')).toBe(true);
  await send('new@example.test', secret);
  await expect.poll(async () => (await server.received()).length).toBe(1);
  expect(await server.received()).toMatchObject([{ to: [{ address: 'new@example.test' }] }]);
  server.stalled.clear();
  await expect.poll(async () => (await server.received()).length).toBe(13);
});

test('many mails share a few connections, which end with the shop', async () => {
  const mailer = openSmtp(server.url, { production: false });
  const before = server.connected();
  for (let mail = 1; mail <= 30; mail += 1) await send(`${mail}@example.test`);
  const ids = (await mails()).map((mail) => mail.id);
  const inside = { ...context, mailer };
  await Promise.all(ids.map((id) => deliverMail(inside, id, { isLast: true })));
  expect(await server.received()).toHaveLength(30);
  expect(server.connected() - before).toBeLessThanOrEqual(5);
  const open = server.connections();
  expect(open).toBeGreaterThan(0);
  mailer.close();
  await expect.poll(() => server.connections()).toBeLessThan(open);
});

test('a production shop sends mail only to servers with TLS, except on this machine', async () => {
  const from = { name: 'Harbour Cards', address: 'hello@shop.test' };
  const letter = {
    id: randomUUID(),
    from,
    to: 'a@example.test',
    subject: 'Hello',
    text: '',
    html: null,
  };
  const options = { production: true };
  const elsewhere = openSmtp(server.url.replace('127.0.0.1', '0.0.0.0'), options);
  await expect(elsewhere.send(letter)).rejects.toThrow(/certificate|TLS/);
  const here = openSmtp(server.url, options);
  await here.send(letter);
  expect(await server.received()).toHaveLength(1);
  elsewhere.close();
  here.close();
});
