// Ends a drop and shows its contents to everybody. The contents of sold packs stay secret until a
// user opens the pack, and so do those of packs that are carried over to the next drop.
import { hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import type { Contents } from '#domain/packproof/log-objects.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database, Transaction } from '#engine/database.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { findLogTime, lockLog } from '../public-log/log-queries.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import type { Context } from '../runtime/context.ts';
import { chainOf } from './drop-chain.ts';
import { listLeaves, listShown } from './drop-leaves-queries.ts';
import { moveDrop, type DropRow } from './drops-queries.ts';
import { countSealed } from './tickets-queries.ts';

/**
 * Closes a drop. `carriesTo` is the draft that gets the unsold packs. If it is null, the unsold
 * packs are withdrawn and shown.
 */
export async function endDrop(
  context: Context<Transaction>,
  drop: DropRow,
  carriesTo: string | null,
): Promise<void> {
  const { db } = context;
  await lockLog(db);
  const at = await findLogTime(db);
  if (carriesTo !== null) await refuseEarly(context, drop, at);
  await moveDrop(db, drop.id, 'closed', carriesTo);
  const head = { v: 2, manifest: drop.hash!, at } as const;
  const { carried } = await listLeaves(db, drop.id);
  await appendToLog(context, [
    { ...head, kind: 'close', carried },
    await contentsEntryOf(db, drop),
  ]);
}

/** Builds the log entry with the current contents of a closed drop. The caller must have locked the log. */
export async function contentsEntryOf(
  db: Transaction,
  drop: { id: string; hash: string | null },
): Promise<Contents> {
  const [{ unopened }, file] = [await listLeaves(db, drop.id), await contentsFile(db, drop.id)];
  return {
    v: 2,
    kind: 'contents',
    manifest: drop.hash!,
    at: await findLogTime(db),
    file: hexOf(proofPrimitives.sha256(proofPrimitives.utf8(file))),
    unopened,
  };
}

/**
 * Builds a file with one line for each pack of a drop whose contents may be shown. `but` has leaves
 * that the file leaves out.
 */
export async function contentsFile(
  db: Database,
  dropId: string,
  but: ReadonlySet<number> = new Set(),
): Promise<string> {
  const shown = await listShown(db, dropId);
  return shown
    .filter(({ leaf }) => !but.has(leaf))
    .map(({ document, leaf, salt }) => `${writeCanonical({ document, leaf, salt })}\n`)
    .join('');
}

/** The earliest time at which a drop's unsold packs may be carried over. */
export function carriesFrom(context: Context<Database>, drop: DropRow): Date {
  const minOpen = chainOf(context, drop.chain)?.minOpen ?? LONGEST_MIN_OPEN;
  return new Date(drop.opens_at.getTime() + minOpen * 1000);
}

/**
 * Rejects if the packs would be carried over too early. Otherwise an operator who knows the order
 * could reshuffle the packs until the order suits them. `at` is the time of the log entry, which
 * verifiers check.
 */
async function refuseEarly(
  context: Context<Transaction>,
  drop: DropRow,
  at: number,
): Promise<void> {
  if (at * 1000 < carriesFrom(context, drop).getTime()) {
    throw new Rejection(
      'INVALID_TRANSITION',
      'Packs can be carried over a day after the drop opened, at the earliest',
    );
  }
  if ((await countSealed(context.db, drop.id)) === 0) {
    throw new Rejection(
      'INVALID_TRANSITION',
      'None of its packs has been sold, so they can’t be carried over',
    );
  }
}

const LONGEST_MIN_OPEN = 86_400;
