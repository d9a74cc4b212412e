// Writes the events of drops into the log. The entries are derived from the drops' state, so that
// purchases and openings need not write to the log. The work may be aborted anywhere and continued
// by any process, because each entry is recorded as written in its own transaction.
import { ticketHash, type LogEntry } from '#domain/packproof/log-objects.ts';
import { readManifest } from '#domain/packproof/log-objects.ts';
import { roundFor, timeOfRound } from '#domain/packproof/public-number.ts';
import { inTransaction, postgresError, type Database, type Transaction } from '#engine/database.ts';
import { reasonsOfWithdrawal } from '../audit-log/audit-log-queries.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { askWitnesses } from '../public-log/ask-witnesses.ts';
import { LogRefused } from '../public-log/stored-checkpoint.ts';
import { countOfKind, findLogTime, lockLog } from '../public-log/log-queries.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { signLog } from '../public-log/sign-log.ts';
import type { Context } from '../runtime/context.ts';
import { findBeacon, insertBeacon } from './beacons-queries.ts';
import { listShown, listUntold, noteShown, showGivenBack } from './drop-leaves-queries.ts';
import {
  findDrop,
  isDueToOpen,
  keepLooseWaiting,
  listLivingDrops,
  moveDrop,
  orderPacks,
  type LivingDrop,
} from './drops-queries.ts';
import { listGivenBack, listUnsealed, noteSealed, noteVoid } from './tickets-queries.ts';
import { chainOf } from './drop-chain.ts';
import { endDrop } from './end-drop.ts';
import { ticketText } from './ticket-text.ts';

/** Maximum number of tickets in one seal. */
const SEALED_AT_ONCE = 400;
/**
 * The reason in the log if no operator gave one. The shop withdraws such a pack because it differs
 * from its document.
 */
const WITHDRAWN = 'Withdrawn by the shop';

/**
 * Orders drops whose public number has arrived, writes events into the log, signs the log, and
 * shows it to the witnesses. A failure of one drop does not block the others. `show`: shows the
 * log; by default asks the witnesses directly. `isNew`: the log has new entries. While a drop waits
 * for its number, `show` is called even without new entries, so that a witness that was unreachable
 * can still see the drop in time.
 */
export async function advanceDrops(
  context: Context<Database>,
  show: (isNew: boolean) => unknown = () => askWitnesses(context),
): Promise<void> {
  const drops = await listLivingDrops(context.db);
  const { waiting = [], others = [] } = Object.groupBy(drops, ({ state, is_ordered }) =>
    state === 'published' && !is_ordered ? 'waiting' : 'others',
  );
  await advanceSome(context, others);
  let isSigned = await signLog(context);
  // Handles waiting drops last, and all at once. Asking the relays takes some seconds, and must not
  // delay the seals of tickets.
  await Promise.all(waiting.map((drop) => advanceSome(context, [drop])));
  if (waiting.length > 0 && (await signLog(context))) isSigned = true;
  if (isSigned || waiting.length > 0) await show(isSigned);
}

async function advanceSome(context: Context<Database>, drops: LivingDrop[]): Promise<void> {
  for (const drop of drops) await guarded(context, drop, bringOnSale);
  await sealAll(
    context,
    drops.filter((drop) => drop.has_unsealed),
  );
  for (const drop of drops) await guarded(context, drop, tellRest);
}

async function guarded(
  context: Context<Database>,
  drop: LivingDrop,
  work: (context: Context<Database>, drop: LivingDrop) => Promise<void>,
): Promise<void> {
  await work(context, drop).catch((error: unknown) => {
    const isRefused = error instanceof LogRefused;
    context.log[isRefused ? 'warn' : 'error'](
      { err: error, drop: drop.id },
      'The log was not told of a drop',
    );
  });
}

async function bringOnSale(context: Context<Database>, drop: LivingDrop): Promise<void> {
  if (drop.state === 'published' && !drop.is_ordered) await orderDrop(context, drop);
  if (drop.is_opening) await openOnTime(context, drop.id);
  if (drop.has_loose) {
    await inTransaction(context.db, (db) => keepLooseWaiting(db, drop.pack_type_id));
  }
}

async function tellRest(context: Context<Database>, drop: LivingDrop): Promise<void> {
  if (drop.has_given_back) await declareVoid(context, drop);
  if (drop.has_withdrawn) await tellWithdrawn(context, drop);
  if (drop.is_overdue) await endOverdue(context, drop);
}

/** Orders a drop by the number of exactly one round, however late the number arrives. */
async function orderDrop(context: Context<Database>, drop: LivingDrop): Promise<void> {
  const chain = chainOf(context, drop.chain);
  if (chain === undefined || context.beacon?.chain.hash !== drop.chain) return;
  const round = roundFor(readManifest(drop.manifest!).publishedAt, chain);
  if (timeOfRound(round, chain) > (await findLogTime(context.db))) return;
  const number =
    (await findBeacon(context.db, drop.chain, round)) ?? (await context.beacon.ask(round));
  if (number === null) return warnOfSilence(context, drop, timeOfRound(round, chain));
  await insertBeacon(context.db, drop.chain, number);
  await inTransaction(context.db, async (db) => {
    await lockLog(db);
    const standing = await findDrop(db, drop.id);
    if (standing?.state !== 'published' || standing.is_ordered) return;
    const { signature } = number;
    await appendToLog({ ...context, db }, [
      { v: 2, kind: 'order', manifest: drop.hash!, round, signature },
    ]);
    await orderPacks(db, drop.id);
  });
}

/**
 * A number counts as late this many milliseconds after its time. Numbers usually take a second or
 * two.
 */
const LATE_MS = 30_000;
const WARN_EVERY_MS = 600_000;
let warnedAt = Number.NEGATIVE_INFINITY;

/**
 * Logs why a drop doesn't open. It does so at most once per WARN_EVERY_MS, because the check runs
 * every second. `due`: the time of the drop's number, in seconds.
 */
function warnOfSilence({ log, now }: Context<Database>, drop: LivingDrop, due: number): void {
  const at = now().getTime();
  if (at - due * 1000 < LATE_MS || at - warnedAt < WARN_EVERY_MS) return;
  warnedAt = at;
  log.warn(
    { event: 'beacon_unreachable', drop: drop.id },
    'No relay of the beacon answers, and a drop can’t open without: can the shop reach them by https?',
  );
}

/** Opens a drop that opens automatically, unless the drop has no order or its last day is over. */
async function openOnTime(context: Context<Database>, id: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    if (await isDueToOpen(db, id)) await moveDrop(db, id, 'open');
  });
}

/** Seals sold tickets that are not in the log yet. */
async function sealAll(context: Context<Database>, drops: LivingDrop[]): Promise<void> {
  // Sorted by id, so that tickets are locked in the same order as when several packs are returned.
  let left = drops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  try {
    while (left.length > 0) left = await sealTickets(context, left);
  } catch {
    // One of the drops can't be sealed. Seals each drop by itself, so that the others are sealed.
    for (const drop of left) {
      await guarded(context, drop, async () => {
        while ((await sealTickets(context, [drop])).length > 0) {}
      });
    }
  }
}

/**
 * Writes one seal per drop, and returns the drops that may have more tickets to seal. All seals
 * share one transaction, so that it waits for the log and the disk only once.
 */
async function sealTickets(context: Context<Database>, drops: LivingDrop[]): Promise<LivingDrop[]> {
  return inTransaction(context.db, async (db) => {
    // Sends all statements in one pipeline. The later statements run while the lock is held, so
    // they read the current state.
    const [, ...found] = await Promise.all([
      lockLog(db),
      ...drops.map((drop) => findSold(db, drop)),
    ]);
    const sealedAt = await findLogTime(db);
    const sold = found.filter(({ tickets }) => tickets.length > 0);
    if (sold.length === 0) return [];
    const entries = await appendToLog(
      { ...context, db },
      sold.map(({ drop, before, tickets }) => ({
        v: 2,
        kind: 'seal',
        manifest: drop.hash!,
        seq: before + 1,
        sealedAt,
        tickets: tickets.map((ticket) => ({
          hash: ticketHash(proofPrimitives, ticketText(drop.hash!, ticket)),
          place: ticket.place,
        })),
      })),
    );
    await Promise.all(
      sold.map(({ tickets }, at) => {
        const refs = tickets.map(({ ref }) => ref);
        return noteSealed(db, refs, entries[at]!.index);
      }),
    );
    return sold.filter(({ tickets }) => tickets.length === SEALED_AT_ONCE).map(({ drop }) => drop);
  });
}

async function findSold(db: Transaction, drop: LivingDrop) {
  const [tickets, before] = await Promise.all([
    listUnsealed(db, drop.id, SEALED_AT_ONCE),
    countOfKind(db, drop.hash!, 'seal'),
  ]);
  return { drop, tickets, before };
}

/**
 * Declares returned tickets void. A ticket's place is then for sale again, or its pack is shown in
 * the log and never sold again.
 */
async function declareVoid(context: Context<Database>, drop: LivingDrop): Promise<void> {
  if ((await listGivenBack(context.db, drop.id)).length === 0) return;
  await inTransaction(context.db, async (db) => {
    await lockLog(db);
    const standing = await findDrop(db, drop.id);
    const isOver = standing === null || ['closed', 'given_up'].includes(standing.state);
    for (const ticket of await listGivenBack(db, drop.id)) {
      const { ref, place, secret, is_freed: isFreed } = ticket;
      const head = {
        v: 2,
        kind: 'void',
        manifest: drop.hash!,
        place,
        ticket: ticketText(drop.hash!, ticket),
        at: await findLogTime(db),
      } as const;
      const isForSale = !isOver && isFreed;
      const shown = isForSale ? { secret: secret! } : await showGivenBack(db, ref);
      const [entry] = await appendToLog({ ...context, db }, [{ ...head, ...shown } as LogEntry]);
      await noteVoid(db, ref, entry!.index);
    }
  });
}

/** Shows the contents of withdrawn packs in the log at once, with the operator's reason. */
async function tellWithdrawn(context: Context<Database>, drop: LivingDrop): Promise<void> {
  if (drop.state === 'closed' || (await listUntold(context.db, drop.id)).length === 0) return;
  await inTransaction(context.db, async (db) => {
    await lockLog(db);
    const standing = await findDrop(db, drop.id);
    if (standing === null || standing.state === 'closed') return;
    const untold = new Map((await listUntold(db, drop.id)).map((one) => [one.leaf, one.packId]));
    const reasons = await reasonsOfWithdrawal(db, [...untold.values()]);
    const at = await findLogTime(db);
    for (const { leaf, place, document, salt } of await listShown(db, drop.id)) {
      const packId = untold.get(leaf);
      if (packId === undefined || place === null) continue;
      // Joins letters with their accents (NFC). Some keyboards produce accents as separate
      // characters, which no log entry may contain.
      const reason = (reasons.get(packId) ?? WITHDRAWN).normalize('NFC');
      const [entry] = await appendToLog({ ...context, db }, [
        {
          v: 2,
          kind: 'withdraw',
          manifest: drop.hash!,
          place,
          document,
          salt,
          reason,
          at,
        },
      ]);
      await noteShown(db, drop.id, leaf, entry!.index);
    }
  });
}

/** Closes a drop whose last day is over, if no operator has closed it. */
async function endOverdue(context: Context<Database>, drop: LivingDrop): Promise<void> {
  try {
    await inTransaction(context.db, async (db: Transaction) => {
      const standing = await findDrop(db, drop.id);
      if (standing === null || !['published', 'open', 'paused'].includes(standing.state)) return;
      await endDrop({ ...context, db }, standing, null);
    });
  } catch (error) {
    // A pack of the drop is being paid for, or was just bought. The next run tries again.
    const { constraint } = postgresError(error) ?? {};
    if (constraint !== 'drop_is_being_paid' && constraint !== 'drop_is_being_sealed') throw error;
  }
}
