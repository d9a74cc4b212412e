// If a pipelined statement fails, the statements after it fail, too. The reported error must be the
// original cause.
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
 * Rejects some ticks after the database's error has arrived, as a handler does that queries through
 * other functions.
 */
async function failSlowly(tx: Database, code: string): Promise<void> {
  const fail = async () => {
    await statement(tx, 'select fail_for_test($1)', [code]);
  };
  const through = async () => await fail();
  await through();
}

test('a transaction fails with its first error, and is repeated if that error asks for it', async () => {
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

test('an ignored failure is not a success: nothing is reported that was not stored', async () => {
  const work = inTransaction(shop.context.db, async (tx) => {
    await statement(tx, 'select 1 / 0', []).catch(() => []);
    return 'done';
  });
  await expect(work).rejects.toThrow('division by zero');
});

test('a failed statement that nobody awaits fails the transaction as well, with its own error', async () => {
  const work = inTransaction(shop.context.db, async (tx) => {
    tx.later(statement(tx, 'select 1 / 0', []));
    return 'done';
  });
  await expect(work).rejects.toThrow('division by zero');
});

test('a notification after the commit is sent even if it depends on a statement that nobody awaits', async () => {
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
