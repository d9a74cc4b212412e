import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { deleteNoticesOf } from '../notices/notices-queries.ts';
import { deleteWishesOf } from './wishes-queries.ts';

/**
 * One of the port `erasures`: a user's wishes, and the notices of them, are deleted with the
 * account.
 */
export async function forgetWishes({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteWishesOf(db, userId);
  await deleteNoticesOf(db, userId);
}
