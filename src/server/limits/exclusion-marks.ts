// Recognizes excluded people who come back with another account (docs/product.md §21). As marks, the shop stores keyed
// hashes of a person's mailbox, of their cards, and of their last name with their address. The hashes outlive the
// account, and are deleted when the exclusion ends.
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
  await mark(context, userId, await findLikenesses(context.db, userId));
}

type Marked = { keys: LikenessKey[]; leavesHome: boolean };

async function mark(context: Inside, userId: string, { keys, leavesHome }: Marked): Promise<void> {
  const left = keys.filter(({ kind }) => kind !== 'home' || leavesHome);
  await insertMarks(
    context.db,
    userId,
    left.map((key) => markOf(context, key)),
  );
  for (const other of await barOtherAccounts(context.db, userId)) noteBar(context, other);
}

/**
 * Compares an account with the marks of excluded people, after the account's address, card, name or mailbox changed. If
 * a mark matches, bars the account. If the account's own owner is excluded, stores the account's new marks instead.
 * `newKey`: a trait of the account that is not stored yet.
 */
export async function compareWithExcluded(
  context: Inside,
  userId: string,
  newKey: LikenessKey | null = null,
): Promise<void> {
  const { db } = context;
  await lockMarks(db, 'comparison');
  const { keys: stored, isExcluded, leavesHome } = await findLikenesses(db, userId);
  const keys = [...stored, ...(newKey === null ? [] : [newKey])];
  if (keys.length === 0) return;
  if (isExcluded) return mark(context, userId, { keys, leavesHome });
  const marks = keys.map((key) => markOf(context, key));
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
    'Account barred from buying: it shares a trait with an excluded person',
  );
}
