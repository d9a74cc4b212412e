import { beforeAll, expect, test } from 'vitest';
import { countViolations } from '../admin/run-audit.ts';
import { inTransaction } from '#engine/database.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import type { NewAuditEntry } from './audit-log-queries.ts';
import { recordAuditEntry } from './record-audit-entry.ts';

const shop = useTestApp();
let operator: SignedIn;
let sessionId: string;

beforeAll(async () => {
  operator = await shop.signUp({ role: 'admin' });
  const { rows } = await shop.owner.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [operator.userId],
  );
  sessionId = rows[0]!.id;
});

const entry = (id: string): NewAuditEntry => ({
  action: 'lock_user',
  subject: { kind: 'user', id },
  before: { locked: false },
  after: { locked: true },
});

function note(id: string, as = sessionId): Promise<void> {
  const caller = {
    userId: operator.userId,
    sessionId: as,
    role: 'admin' as const,
    rights: [],
    awaitsTwoFactor: false as const,
    emailVerified: true,
  };
  return inTransaction(shop.context.db, (db) =>
    recordAuditEntry(
      { ...shop.context, db, origin: { ip: '192.0.2.7', requestId: 'r1', userAgent: '' } },
      caller,
      entry(id),
    ),
  );
}

test('records who did what to whom, from where, and the value before', async () => {
  await note('first');
  const { rows } = await shop.owner.query<Record<string, unknown>>(
    `select actor_id, action, subject_kind, subject_id, before, after, ip, request_id, hash from audit_log where subject_id = 'first'`,
  );
  expect(rows).toEqual([
    {
      actor_id: operator.userId,
      action: 'lock_user',
      subject_kind: 'user',
      subject_id: 'first',
      before: { locked: false },
      after: { locked: true },
      ip: '192.0.2.7',
      request_id: 'r1',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

test('is written in the name of a signed-in operator, and of nobody else', async () => {
  const shopper = await shop.signUp();
  const { rows } = await shop.owner.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [shopper.userId],
  );
  const unauthorized = { code: 'UNAUTHORIZED' };
  await expect(note('as a shopper', rows[0]!.id)).rejects.toMatchObject(unauthorized);
  const end = (at: string) =>
    shop.owner.query(`update sessions set ended_at = ${at} where id = $1`, [sessionId]);
  await end('now()');
  await expect(note('after signing out')).rejects.toMatchObject(unauthorized);
  await end('null');
  const { rowCount } = await shop.owner.query(
    `select from audit_log where subject_id in ('as a shopper', 'after signing out')`,
  );
  expect(rowCount).toBe(0);
});

test('stays complete when many operators write at once', async () => {
  await Promise.all(Array.from({ length: 40 }, (_none, index) => note(`at once ${index}`)));
  const whole = (await countViolations(shop.context)).find(
    (one) => one.invariant === 'audit_log_is_whole',
  );
  expect(whole).toEqual({ invariant: 'audit_log_is_whole', violations: 0 });
});

test.each([
  ['changed', `update audit_log set action = 'nothing'`],
  ['deleted', 'delete from audit_log'],
  ['emptied', 'truncate audit_log'],
])('can’t be %s, by the shop or by the owner of the database', async (_how, query) => {
  await expect(shop.owner.query(query)).rejects.toThrow(/may not be changed or deleted/);
  await expect(shop.context.db.client.query(query)).rejects.toThrow(
    /permission denied|may not be changed or deleted/,
  );
});

test('reveals an entry that somebody changed afterwards', async () => {
  const client = await shop.owner.connect();
  try {
    await client.query('begin');
    await client.query('alter table audit_log disable trigger user');
    await client.query(`update audit_log set action = 'nothing' where subject_id = 'first'`);
    const { rows } = await client.query<{ broken: number }>(
      `select count(*)::int as broken from (
         select l.id from (select a.*, lag(a.hash, 1, '') over (order by a.id) as previous from audit_log a) l
         join audit_log a on a.id = l.id where a.hash <> audit_log_hash(a, l.previous)) b`,
    );
    expect(rows[0]!.broken).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
