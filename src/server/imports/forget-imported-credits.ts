import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { deleteReferencesOf } from './imported-credits-queries.ts';

/** Deletes what a file said of a deleted account's credits, as a part of the port `erasures`. */
export async function forgetImportedCredits(
  { db }: Context<Transaction>,
  userId: string,
): Promise<void> {
  await deleteReferencesOf(db, userId);
}
