// Presents a drop to operators.
import type { AdminDrop } from '#contract/drops-admin.ts';
import { readManifest } from '#domain/packproof/log-objects.ts';
import { roundFor, timeOfRound, type Chain } from '#domain/packproof/public-number.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../../runtime/context.ts';
import { listOdds, type DropRow } from '../drops-queries.ts';
import { chainOf } from '../drop-chain.ts';

export async function presentDrop(context: Context<Database>, row: DropRow): Promise<AdminDrop> {
  const chain = chainOf(context, row.chain);
  const round = roundOf(row, chain);
  return {
    id: row.id,
    packTypeId: row.pack_type_id,
    packTypeName: row.pack_type_name,
    number: row.number,
    state: row.state,
    hash: row.hash,
    packs: row.packs,
    left: row.left,
    sold: row.sold,
    opened: row.opened,
    withdrawn: row.withdrawn,
    odds: row.state === 'given_up' ? [] : await oddsOf(context.db, row),
    opensAt: row.opens_at,
    closesBy: row.closes_by,
    staffMayBuy: row.staff_may_buy,
    opensItself: row.opens_itself,
    publishesAt: row.state === 'draft' ? row.publishes_at : null,
    isOrdered: row.is_ordered,
    numberAt: chain && round !== null ? new Date(timeOfRound(round, chain) * 1000) : null,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    carriesTo: row.carries_to,
  };
}

/**
 * Returns the round of the beacon that orders a published drop. Returns null if the drop is not
 * published, or if the shop no longer knows the drop's chain.
 */
export function roundOf(row: DropRow, chain: Chain | undefined): number | null {
  if (row.manifest === null || chain === undefined) return null;
  return roundFor(readManifest(row.manifest).publishedAt, chain);
}

/** Returns the odds of a drop. If the drop is published, these are the odds in its manifest. */
async function oddsOf(db: Database, row: DropRow): Promise<AdminDrop['odds']> {
  if (row.manifest === null) return listOdds(db, row.id);
  return readManifest(row.manifest).odds as AdminDrop['odds'];
}
