// Writes the events of drops into the log. The entries are derived from the drops' state, so that
// purchases and openings need not write to the log. This work may stop at any point, and any
// process can continue it, because each entry is recorded as written in its own transaction.
import { ticketHash, type LogEntry } from '#domain/packproof/log-objects.ts';
import { readManifest } from '#domain/packproof/log-objects.ts';
import { roundFor, timeOfRound } from '#domain/packproof/public-number.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction, postgresError, type Database, type Transaction } from '#engine/database.ts';
import { reasonsOfWithdrawal } from '../audit-log/audit-log-queries.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { askWitnesses } from '../public-log/ask-witnesses.ts';
import { LogRefused } from '../public-log/stored-checkpoint.ts';
import { countOfKind, findLogTime, lockLog } from '../public-log/log-queries.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { signLog } from '../public-log/sign-log.ts';
import type { Context } from '../runtime/context.ts';
import { refusalsAsRejections } from './admin/drop-steps.ts';
import { publishDraft } from './admin/publish-drop.ts';
import { findBeacon, insertBeacon } from './beacons-queries.ts';
import { listShown, listUntold, noteShown, showGivenBack } from './drop-leaves-queries.ts';
import {
  announceAt,
  findDrop,
  isDueToOpen,
  takeLooseOffSale,
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
 * The reason in the log if no operator gave a reason. In this case the shop withdrew the pack,
 * because the pack differs from its document.
 */
const WITHDRAWN = 'Withdrawn by the shop';

/**
 * Orders drops whose public number has arrived, writes events into the log, signs the log, and
 * shows it to the witnesses. If one drop fails, the others go on. `show` shows the log; its default
 * asks the witnesses directly. `isNew` tells whether the log has new entries. While a drop waits
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
  // Handles waiting drops after all others, and all waiting drops at once. The relays take some
  // seconds to respond, and this must not delay the seals of tickets.
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
    if (error instanceof LogRefused) {
      context.log.warn(
        { event: 'public_log_not_advanced', err: error, drop: drop.id },
        'Drop not advanced: the public log takes no entry, the next run retries',
      );
    } else {
      context.log.error(
        { event: 'drop_not_advanced', err: error, drop: drop.id },
        'Drop not advanced: storing its next step failed, the next run retries',
      );
    }
  });
}

async function bringOnSale(context: Context<Database>, drop: LivingDrop): Promise<void> {
  if (drop.is_publishing) await publishOnTime(context, drop.id);
  if (drop.state === 'published' && !drop.is_ordered) await orderDrop(context, drop);
  if (drop.is_opening) await openOnTime(context, drop.id);
  if (drop.has_loose) {
    await inTransaction(context.db, (db) => takeLooseOffSale(db, drop.pack_type_id));
  }
}

async function tellRest(context: Context<Database>, drop: LivingDrop): Promise<void> {
  if (drop.has_given_back) await declareVoid(context, drop);
  if (drop.has_withdrawn) await tellWithdrawn(context, drop);
  if (drop.is_overdue) await endOverdue(context, drop);
}

/**
 * Publishes an announced draft. If the draft can't be published, removes the announcement, because
 * an operator has to decide.
 */
async function publishOnTime(context: Context<Database>, id: string): Promise<void> {
  try {
    await refusalsAsRejections(
      inTransaction(context.db, async (db) => {
        await lockLog(db);
        const draft = await findDrop(db, id);
        if (draft?.state === 'draft') await publishDraft({ ...context, db }, draft);
      }),
    );
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    await inTransaction(context.db, (db) => announceAt(db, id, null));
    context.log.error(
      { event: 'drop_not_published', drop: id, err: error },
      'Announced drop not published: refused at its time (see err). It stays a draft: publish it, or announce another time',
    );
  }
}

/**
 * Orders a drop by the number of the one round that its manifest determines, however late the
 * number arrives.
 */
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
 * A number is late if it has not arrived this many milliseconds after its time. Numbers usually
 * arrive within a second or two.
 */
const LATE_MS = 30_000;
const WARN_EVERY_MS = 600_000;
let warnedAt = Number.NEGATIVE_INFINITY;

/**
 * Logs why a drop doesn't open. Logs at most once per WARN_EVERY_MS, because the check runs every
 * second. `due` is the time of the drop's number, in seconds.
 */
function warnOfSilence({ log, now }: Context<Database>, drop: LivingDrop, due: number): void {
  const at = now().getTime();
  if (at - due * 1000 < LATE_MS || at - warnedAt < WARN_EVERY_MS) return;
  warnedAt = at;
  log.warn(
    { event: 'beacon_unreachable', drop: drop.id },
    'Drop cannot open yet: no relay of the beacon returned a valid number, will retry. Check that the shop can reach the relays by HTTPS',
  );
}

/**
 * Opens a drop whose time to open automatically has come. Does not open a drop that has no order or
 * whose last day is over.
 */
async function openOnTime(context: Context<Database>, id: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    if (await isDueToOpen(db, id)) await moveDrop(db, id, 'open');
  });
}

/** Seals sold tickets that are not in the log yet. */
async function sealAll(context: Context<Database>, drops: LivingDrop[]): Promise<void> {
  // The drops are sorted by id, so that tickets are locked in the order in which a return of
  // several packs locks them.
  let left = drops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  try {
    while (left.length > 0) left = await sealTickets(context, left);
  } catch {
    // A drop can't be sealed. Seals each drop separately, so that this drop does not block the
    // others.
    for (const drop of left) {
      await guarded(context, drop, async () => {
        while ((await sealTickets(context, [drop])).length > 0) {}
      });
    }
  }
}

/**
 * Writes one seal per drop, and returns the drops that may have more tickets to seal. One
 * transaction writes all seals, so that it waits for the log and the disk only once.
 */
async function sealTickets(context: Context<Database>, drops: LivingDrop[]): Promise<LivingDrop[]> {
  return inTransaction(context.db, async (db) => {
    // One pipeline sends all statements. The statements after the lock run while the lock is held,
    // so they read the current state.
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
 * Declares returned tickets void. After that a ticket's place is for sale again, or the log shows
 * the contents of its pack and the pack is never sold again.
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

/**
 * Shows the contents of withdrawn packs in the log, with the operator's reason, without waiting for
 * the end of the drop.
 */
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
      // Joins letters with their accents (NFC), because some keyboards produce accents as separate
      // characters, and no log entry may contain these.
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
    // A buyer is paying for a pack of the drop, or has just bought one. The next run tries again.
    const { constraint } = postgresError(error) ?? {};
    if (constraint !== 'drop_is_being_paid' && constraint !== 'drop_is_being_sealed') throw error;
  }
}
