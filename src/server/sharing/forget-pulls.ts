import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { endPullsOf } from './shared-pulls-queries.ts';

/** Ends the public pages of a deleted account, as a part of the port `erasures`. */
export async function forgetPulls({ db }: Context<Transaction>, userId: string): Promise<void> {
  await endPullsOf(db, userId);
}
