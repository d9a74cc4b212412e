// Pipelined statements fail together: the reported error must be the original cause.
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import {
  afterCommit,
  inTransaction,
  postgresError,
  statement,
  type Database,
} from '#engine/database.ts';

const shop = useTestApp();

/**
 * Fails some ticks after the failure is known, like a handler that queries through other functions.
 */
async function failSlowly(tx: Database, code: string): Promise<void> {
  const fail = async () => {
    await statement(tx, 'select fail_for_test($1)', [code]);
  };
  const through = async () => await fail();
  await through();
}

test('a transaction fails with what went wrong first, and is repeated when that asks for it', async () => {
  await shop.owner.query(`create function fail_for_test(code text) returns void language plpgsql as
    $$ begin raise exception using errcode = code; end $$`);
  let attempts = 0;
  const work = (code: string) =>
    inTransaction(shop.context.db, async (tx) => {
      attempts += 1;
      await Promise.all([failSlowly(tx, code), statement(tx, 'select 1', [])]);
    }).catch((error: unknown) => postgresError(error)?.code);

  const DISK_FULL = '53100';
  expect([await work(DISK_FULL), attempts]).toEqual([DISK_FULL, 1]);
  const DEADLOCK = '40P01';
  expect([await work(DEADLOCK), attempts]).toEqual([DEADLOCK, 5]);
});

test('a failure that nobody passes on is no success: what was not stored is not answered for', async () => {
  const work = inTransaction(shop.context.db, async (tx) => {
    await statement(tx, 'select 1 / 0', []).catch(() => []);
    return 'done';
  });
  await expect(work).rejects.toThrow('division by zero');
});

test('what is sent and not waited for fails the transaction as well, for its own reason', async () => {
  const work = inTransaction(shop.context.db, async (tx) => {
    tx.later(statement(tx, 'select 1 / 0', []));
    return 'done';
  });
  await expect(work).rejects.toThrow('division by zero');
});

test('what is told after the commit is told although it follows from what nobody waited for', async () => {
  const told: string[] = [];
  const tell = async (tx: Database, text: string) => {
    await statement(tx, text, []);
    afterCommit(tx, () => told.push(text));
  };
  await inTransaction(shop.context.db, async (tx) => tx.later(tell(tx, 'select 1')));
  await inTransaction(shop.context.db, async (tx) => tx.later(tell(tx, 'select 1 / 0'))).catch(
    () => {},
  );
  await expect.poll(() => told).toEqual(['select 1']);
});
