import type { convertCards as row } from '#contract/collection.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import type { Context } from '../runtime/context.ts';
import { buyBackInBulk } from './buy-back-cards.ts';

/** Converts cards of the caller's at once, which their thirty days would do by themselves (choice 70). */
export async function convertCards(
  { db }: Context,
  caller: Caller,
  { cards }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  return buyBackInBulk(db, caller.userId, 'converted', cards);
}
