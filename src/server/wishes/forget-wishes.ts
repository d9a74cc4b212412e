import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { deleteNoticesOf } from '../notices/notices-queries.ts';
import { deleteWishesOf } from './wishes-queries.ts';

/** Deletes the wishes and the notices of a deleted account, as a part of the port `erasures`. */
export async function forgetWishes({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteWishesOf(db, userId);
  await deleteNoticesOf(db, userId);
}
