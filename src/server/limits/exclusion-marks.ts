// Recognizes excluded people who come back with another account (docs/product.md §21). The shop
// stores keyed hashes of their mailbox, their cards, and their last name with their address. The
// hashes outlive the account, and are deleted when the exclusion ends.
import { createHmac } from 'node:crypto';
import type { Likeness } from '#domain/break.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import {
  barMarkedAccount,
  barOtherAccounts,
  findEmailKey,
  findLikenesses,
  insertMarks,
  lockMarks,
  type LikenessKey,
  type Mark,
} from './exclusion-marks-queries.ts';

type Inside = Pick<Context<Transaction>, 'db' | 'config' | 'log'>;

function markOf({ config }: Inside, { kind, key }: LikenessKey): Mark {
  const hash = createHmac('sha256', `exclusion:${config.authSecret}`).update(`${kind}:${key}`);
  return { kind, hash: hash.digest() };
}

/**
 * Stores the marks of a person who has excluded themselves, and bars the person's other accounts.
 */
export async function markExcluded(context: Inside, userId: string): Promise<void> {
  await lockMarks(context.db, 'exclusion');
  const { keys } = await findLikenesses(context.db, userId);
  await mark(
    context,
    userId,
    keys.map((key) => markOf(context, key)),
  );
}

async function mark(context: Inside, userId: string, marks: Mark[]): Promise<void> {
  await insertMarks(context.db, userId, marks);
  for (const other of await barOtherAccounts(context.db, userId)) noteBar(context, other);
}

/**
 * Compares an account with the marks of excluded people after its address, card, name or mailbox
 * changed, and bars it if a mark matches. If the account itself is excluded, its new marks are
 * stored instead. `newKey`: a trait of the account that is not stored yet.
 */
export async function compareWithExcluded(
  context: Inside,
  userId: string,
  newKey: LikenessKey | null = null,
): Promise<void> {
  const { db } = context;
  await lockMarks(db, 'comparison');
  const { keys, isExcluded } = await findLikenesses(db, userId);
  const marks = [...keys, ...(newKey === null ? [] : [newKey])].map((key) => markOf(context, key));
  if (marks.length === 0) return;
  if (isExcluded) return mark(context, userId, marks);
  for (const why of await barMarkedAccount(db, userId, marks)) noteBar(context, { userId, why });
}

/** Like `compareWithExcluded`, for an account whose new email address is not verified yet. */
export async function compareNewAddress(
  context: Inside,
  userId: string,
  email: string,
): Promise<void> {
  const key = await findEmailKey(context.db, email);
  await compareWithExcluded(context, userId, { kind: 'email', key });
}

function noteBar({ log }: Inside, barred: { userId: string; why: Likeness }): void {
  log.info(
    { event: 'account_barred', ...barred },
    'Nothing is sold to this account: it looks like one of somebody excluded',
  );
}
