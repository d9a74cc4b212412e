// Operators take packs in on the admin pages. They get a preview before the intake, which takes in
// either all packs or none.
import * as rows from '#contract/stock-admin.ts';
import * as z from 'zod/mini';
import { intakePack, type IntakePack } from '#contract/stock-admin.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { decimalOf } from '#domain/decimals.ts';
import { sum, ZERO } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import type { NewAuditEntry } from '../../audit-log/audit-log-queries.ts';
import { recordAuditEntries } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { describeIssue } from '../import/read-packs.ts';
import { openIntake, finishIntake, type Judgement, type PackToJudge } from '../judge-packs.ts';
import {
  comparePacks,
  insertPacks,
  listKnownLabels,
  listKnownSerials,
} from '../physical-packs-queries.ts';
import { countWaiting } from '../places-queries.ts';
import { lockIntake } from './intake-queries.ts';

/**
 * Previews an intake. The whole file is checked, so malformed packs are listed with all other problems. A known pack is
 * recognized by its serial alone, so that nobody can find out its content by guessing.
 */
export const previewIntake = handler(rows.previewIntake, async ({ db }, _caller, { packs }) => {
  const formed: { index: number; pack: PackToJudge }[] = [];
  const problems: { index: number; problem: string }[] = [];
  for (const [index, written] of packs.entries()) {
    const parsed = z.safeParse(intakePack, written);
    if (parsed.success) formed.push({ index, pack: { ...parsed.data, at: rowWords(index) } });
    else problems.push({ index, problem: describeIssue(parsed.error.issues[0]!) });
  }
  const { types, judge } = await openIntake(
    db,
    formed.map((one) => one.pack),
    {
      compare: async (asked) => {
        const serials = asked.map((pack) => pack.serial);
        return new Map([...(await listKnownSerials(db, serials))].map((serial) => [serial, true]));
      },
      // The preview does not compare graders' numbers, so that nobody can find out by trying which
      // graded cards are in stock.
      knownLabels: async () => new Set(),
    },
  );
  const judged = await judge(0, formed.length);
  const wrong = judged.problems.map(({ index, problem }) => ({
    index: formed[index]!.index,
    problem,
  }));
  return {
    newPacks: judged.fresh.length,
    knownPacks: judged.known.length,
    types: [...types.values()]
      .map(({ id, name, waits }) => ({
        packTypeId: id,
        name,
        waits,
        newPacks: judged.fresh.filter((pack) => pack.packTypeId === id).length,
        knownPacks: judged.known.filter((pack) => pack.packTypeId === id).length,
      }))
      .filter((type) => type.newPacks + type.knownPacks > 0),
    problems: [...problems, ...wrong].toSorted((a, b) => a.index - b.index),
  };
});

/** Takes packs in. If packs have problems, rejects with VALIDATION_ERROR, which names each of these packs. */
export const takeInPacks = handler(rows.takeInPacks, {
  before: { isDue: hasKnown, run: compareFirst },
  answer: async (context, caller, { packs }) => {
    const { db } = context;
    await lockIntake(
      db,
      packs.map((pack) => pack.packTypeId),
    );
    const { stock, judged } = await judgeIntake(context, caller, packs);
    refuseProblems(judged);
    const { fresh, known } = judged;
    if (fresh.length > 0) {
      await insertPacks(db, fresh, caller.userId);
      await finishIntake(db, stock.sets);
      // Enqueues the task now, so that users who wish for the new cards don't wait for the
      // scheduled run.
      await context.queue.send(db, 'tell-wishes', {});
    }
    await recordAuditEntries(context, caller, intakeEntries(fresh));
    return {
      newPacks: fresh.length,
      knownPacks: known.length,
      waitingPacks: await countWaiting(
        db,
        fresh.map((pack) => pack.packTypeId),
      ),
    };
  },
});

/** Whether the shop already knows some packs of an intake. */
async function hasKnown(
  { db }: Context<Transaction>,
  _userId: string,
  { packs }: Input<typeof rows.takeInPacks>,
): Promise<boolean> {
  return (await knownOf(db, packs)).size > 0;
}

function knownOf(db: Database, packs: IntakePack[]): Promise<Set<string>> {
  return listKnownSerials(
    db,
    packs.map((pack) => pack.serial),
  );
}

/**
 * Compares known packs in a separate transaction before the intake. So the record of a wrong guess
 * remains even if the intake is rejected and rolled back.
 */
async function compareFirst(
  context: Context,
  caller: Caller,
  { packs }: Input<typeof rows.takeInPacks>,
): Promise<void> {
  const known = await knownOf(context.db, packs);
  const judged = await inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const found = (await judgeIntake(inside, caller, packs)).judged;
    const compared = found.known.filter(({ serial }) => known.has(serial));
    await recordAuditEntries(inside, caller, comparedEntries(compared));
    return found;
  });
  refuseProblems(judged);
}

async function judgeIntake(context: Context<Transaction>, caller: Caller, packs: IntakePack[]) {
  const { db, origin } = context;
  const { ip, requestId } = origin;
  const stock = await openIntake(
    db,
    packs.map((pack, index) => ({ ...pack, at: rowWords(index) })),
    {
      compare: (asked) => comparePacks(db, asked, { sessionId: caller.sessionId, ip, requestId }),
      knownLabels: (labels) => listKnownLabels(db, labels),
    },
  );
  return { stock, judged: await stock.judge(0, packs.length) };
}

function refuseProblems({ problems }: Judgement): void {
  if (problems.length === 0) return;
  const details = problems.map(({ index, problem }) => ({
    path: `packs.${index}`,
    message: problem,
  }));
  throw new Rejection('VALIDATION_ERROR', { sentence: details[0]!.message, details });
}

function rowWords(index: number): string {
  return `row ${index + 1}`;
}

/**
 * The entries about known packs, one per type, because the sender now knows that these packs have exactly the sent
 * content. The database itself records wrong guesses.
 */
export function comparedEntries(known: IntakePack[]): NewAuditEntry[] {
  return [...new Set(known.map((pack) => pack.packTypeId))].map((id) => {
    const same = known.filter((pack) => pack.packTypeId === id).map((pack) => pack.serial);
    return {
      action: 'compare_packs',
      subject: { kind: 'pack_type', id },
      after: { same: [...new Set(same)] },
    };
  });
}

/**
 * The entries of an intake, one per type with the serials of all new packs, so that each pack can be traced to the
 * operator who took it in.
 */
export function intakeEntries(fresh: Judgement['fresh']): NewAuditEntry[] {
  return [...new Set(fresh.map((pack) => pack.packTypeId))].map((id) => {
    const packs = fresh.filter((pack) => pack.packTypeId === id);
    const serials = packs.map((pack) => pack.serial);
    const suppliers = [...new Set(packs.flatMap((pack) => pack.supplier ?? []))];
    const costs = packs.flatMap((pack) => pack.cost ?? []);
    return {
      action: 'take_in_packs',
      subject: { kind: 'pack_type', id },
      after: {
        packs: serials.length,
        serials,
        ...(suppliers.length > 0 && { suppliers }),
        ...(costs.length > 0 && {
          costs: costs.length,
          cost: decimalOf(sum(...costs.map((cost) => cost.amount))),
          tax: decimalOf(sum(...costs.map((cost) => cost.tax ?? ZERO))),
          invoices: [...new Set(costs.flatMap((cost) => cost.invoice ?? []))],
        }),
      },
    };
  });
}
