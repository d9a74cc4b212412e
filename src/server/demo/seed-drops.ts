// Sells the demo's packs in drops (docs/product.md §19). A drop is published after its packs are stored. Its order is
// determined by the next practice number, which the demo makes in place of a public one. The drop is on sale before the
// first visitor comes. If a start is killed at any point, the next start continues.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction } from '#engine/database.ts';
import { publishDraft } from '../drops/admin/publish-drop.ts';
import { decideDrop, findDrop, insertDraft, listTypesWithoutDrop } from '../drops/drops-queries.ts';
import { loadDemoPackTypeIds } from '../catalogue/import/demo-data.ts';
import { advanceDrops } from '../drops/advance-drops.ts';
import { LogRefused } from '../public-log/stored-checkpoint.ts';
import { findLogTime, lockLog } from '../public-log/log-queries.ts';
import type { Context } from '../runtime/context.ts';
import { roundFor, timeOfRound, type Chain } from '#domain/packproof/public-number.ts';

const ON_SALE_SECONDS = 365 * 24 * 3600;
const POLL_MS = 50;
/** Time limit for waiting for practice numbers, which this process itself makes. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Puts every type of the demo with enough stock on sale as a drop. Runs as the owner of the
 * database.
 */
export function openDemoDrops(context: Context, say: (line: string) => void): Promise<void> {
  return openDrops(context, loadDemoPackTypeIds(), null, say);
}

/**
 * Puts the stock of these types on sale in drops, with at most `most` packs of each type (null: all packs). Types that
 * ever had a drop are skipped. Uses only practice numbers, because for a public number a demo would have to wait, and
 * would need network access.
 */
export async function openDrops(
  context: Context,
  types: string[],
  most: number | null,
  say: (line: string) => void,
): Promise<void> {
  const { beacon } = context;
  if (beacon === null || !beacon.isPractice) return;
  try {
    await publishDrops(context, types, most, beacon.chain);
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error;
    say(`The packs are in no drops: ${error.message}`);
  }
  const drops = types.map(dropIdOf);
  const last = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const opensAt = await whenWaiting(context, drops);
    if (opensAt === null) return;
    await wait(Math.max(0, opensAt.getTime() - context.now().getTime()));
    await advanceDrops(context);
    if (Date.now() > last) return say('The drops wait for their number.');
    await wait(POLL_MS);
  }
}

/**
 * Publishes all drops in one transaction, after the transaction that stored their packs, because a
 * publication is final.
 */
async function publishDrops(
  context: Context,
  types: string[],
  most: number | null,
  chain: Chain,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const waiting = await listTypesWithoutDrop(db, types);
    if (waiting.length === 0) return;
    await lockLog(db);
    const opens = timeOfRound(roundFor(await findLogTime(db), chain), chain);
    for (const packTypeId of waiting) {
      const id = dropIdOf(packTypeId);
      const terms = {
        opensAt: new Date(opens * 1000),
        closesBy: new Date((opens + ON_SALE_SECONDS) * 1000),
        staffMayBuy: false,
        opensItself: true,
      };
      const chosen = { most, receivedFrom: null, receivedTo: null };
      await insertDraft(db, { id, packTypeId, chain: chain.hash, ...chosen, ...terms });
      await decideDrop(db, id, terms);
      await publishDraft({ ...context, db }, (await findDrop(db, id))!);
    }
  });
}

/** Returns the opening time of the first drop that is published but not open yet, or null if there is no such drop. */
async function whenWaiting({ db }: Context, drops: string[]): Promise<Date | null> {
  const found = await Promise.all(drops.map((id) => findDrop(db, id)));
  return found.find((drop) => drop?.state === 'published')?.opens_at ?? null;
}

/**
 * Makes the id of a type's drop. The id is the same in every demo, so that a later start finds a drop that an earlier
 * start began.
 */
function dropIdOf(packTypeId: string): string {
  const hex = createHash('sha256').update(`demo drop of ${packTypeId}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
