// Some functions require a transaction, and don't compile outside of one. `npm run check` fails if
// a line below a `@ts-expect-error` has no type error. This code is never run.
import { expect, test } from 'vitest';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { claimAvailablePacks } from '../stock/places-queries.ts';
import { insertPacks } from '../stock/physical-packs-queries.ts';
import { lockOwnedCards } from '../collection/own-cards-queries.ts';
import type { sellCard } from '../collection/sell-cards.ts';
import { postJournal } from '../ledger/post.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Context } from '../runtime/context.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';

declare const pool: Database;
declare const outside: Context;
declare const rest: never;

const overThePool = [
  // @ts-expect-error A lock over the pool would end before the next statement.
  () => lockAccount(pool, 'a user'),
  // @ts-expect-error
  () => lockOwnedCards(pool, 'a user', ['a card']),
  // @ts-expect-error
  () => claimAvailablePacks(pool, rest),
  // @ts-expect-error
  () => insertPacks(pool, rest),
  // @ts-expect-error Money moves in the same transaction as its cause.
  () => postJournal(pool, rest),
  // @ts-expect-error A mail is stored in the same transaction as its cause.
  () => sendMail(outside, rest, rest),
  // @ts-expect-error An audit entry is stored in the same transaction as the operator's action.
  () => recordAuditEntry(outside, rest, rest),
  // @ts-expect-error
  () => outside.queue.send(pool, 'a job', {}),
  // @ts-expect-error The handler of a keyed endpoint runs in the transaction of the key.
  (): Parameters<(typeof sellCard)['answer']>[0] => outside,
];

const insideOne = [
  () => inTransaction(pool, (db) => lockAccount(db, 'a user')),
  (tx: Transaction) => sendMail({ ...outside, db: tx }, rest, rest),
];

test('a lock through the pool does not compile', () => {
  expect([overThePool.length, insideOne.length]).toEqual([9, 2]);
});
