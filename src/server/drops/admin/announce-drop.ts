// Announces a draft. Everybody then knows when the drop will be published, and so when its public
// number will come.
import type { AdminDrop, publishDrop } from '#contract/drops-admin.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { roundFor, timeOfRound } from '#domain/packproof/public-number.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../../runtime/context.ts';
import { announceAt, decideDrop, findDropIn, type DropRow } from '../drops-queries.ts';
import { beaconOf, termsOf } from './draft-drop.ts';
import { knownDrop, record } from './drop-steps.ts';
import { presentDrop } from './present-drop.ts';

/** If `opensSoon` is set, visitors can see the order for this many seconds before the drop opens. */
const SHOWN_SECONDS = 60;

export async function announceDrop(
  context: Context<Transaction>,
  caller: Caller,
  draft: DropRow,
  input: Input<typeof publishDrop>,
): Promise<AdminDrop> {
  const { db, now } = context;
  const { id, pack_type_id: packTypeId } = draft;
  const chain = beaconOf(context);
  const publishesAt = input.publishesAt!;
  if (publishesAt <= now()) {
    throw Rejection.ofField('publishesAt', 'publishesAt must be still to come');
  }
  if (input.succeeds !== undefined) {
    throw new Rejection('INVALID_TRANSITION', 'A drop that succeeds another is published at once');
  }
  const before = await findDropIn(db, packTypeId, ['published', 'open', 'paused']);
  if (before !== null && before.closes_by > publishesAt) {
    throw new Rejection('INVALID_TRANSITION', 'Another drop of this pack type is on sale then');
  }
  const seconds = Math.ceil(publishesAt.getTime() / 1000);
  // If the shop publishes the drop a moment late, a later number orders it. This number must not
  // come after the opening.
  const earliest = new Date((timeOfRound(roundFor(seconds, chain), chain) + SHOWN_SECONDS) * 1000);
  const opensAt = input.opensSoon ? earliest : (input.opensAt ?? draft.opens_at);
  if (opensAt < earliest) {
    throw Rejection.ofField(
      'opensAt',
      'opensAt must be at least a minute after the public number is due',
    );
  }
  const terms = termsOf(context, {
    opensAt,
    closesBy: input.closesBy ?? draft.closes_by,
    staffMayBuy: input.staffMayBuy ?? draft.staff_may_buy,
    opensItself: input.opensItself ?? draft.opens_itself,
  });
  await decideDrop(db, id, terms);
  await announceAt(db, id, publishesAt);
  await record(context, caller, 'announce_drop', id, {
    publishesAt: publishesAt.toISOString(),
    opensAt: terms.opensAt.toISOString(),
  });
  return presentDrop(context, await knownDrop(db, id));
}
