import type { Input, Reply } from '#contract/endpoint.ts';
import type { showOpening as row } from '#contract/opening.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { presentOpening } from './open-packs.ts';
import { findOpening, listOpenedCards } from './queries.ts';

export async function showOpening(
  context: Context,
  caller: Caller,
  { id }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const opening = await findOpening(context.db, caller.userId, id);
  if (opening === null) throw new Rejection('NOT_FOUND');
  return presentOpening(context, opening, await listOpenedCards(context.db, [opening.pack_id]));
}
