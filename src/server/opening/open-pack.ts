// Opening one pack that was paid and is still sealed. A second call by its owner finds it open, and
// answers the same cards; to everybody else there is no such pack.
import { randomUUID } from 'node:crypto';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { openPack as row } from '#contract/opening.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import type { Context } from '../runtime/context.ts';
import { presentOpening } from './open-packs.ts';
import { findOpeningOfPack, listOpenedCards, updatePacksToOpened } from './queries.ts';

const UUID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function openPack(
  context: Context,
  caller: Caller,
  { packId }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  if (!UUID_FORM.test(packId)) throw new Rejection('PACK_NOT_FOUND');
  // Who comes second waits at the pack's row, opens nothing, and then finds what the first one did.
  await updatePacksToOpened(context.db, {
    userId: caller.userId,
    openingIds: [randomUUID()],
    packIds: [packId],
    convertAfterDays: CONVERT_AFTER_DAYS,
  });
  const opening = await findOpeningOfPack(context.db, caller.userId, packId);
  if (opening === null) throw new Rejection('PACK_NOT_FOUND');
  const cards = await listOpenedCards(context.db, [opening.pack_id]);
  return { ...presentOpening(context, opening, cards), packOpeningId: opening.opening_id };
}
