import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { endPullsOf } from './shared-pulls-queries.ts';

/** One of the port `erasures`: the public pages of a deleted account end with it. */
export async function forgetPulls({ db }: Context<Transaction>, userId: string): Promise<void> {
  await endPullsOf(db, userId);
}
