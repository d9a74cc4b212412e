// Intake from the admin pages: looking first what would come of it, then taking in, all or none.
import * as rows from '#contract/stock-admin.ts';
import * as z from 'zod/mini';
import { intakePack, type IntakePack } from '#contract/stock-admin.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
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
 * Packs that are not even well formed are among the problems: a file is looked through whole. A pack that came in
 * before is known by its serial alone, so that nobody finds out what it holds by guessing.
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
      // Nobody learns by trying which graded cards are in stock.
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

/** Rejects with VALIDATION_ERROR, which names each pack that can't come in. */
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
      await insertPacks(db, fresh);
      await finishIntake(db, stock.sets);
      // Who wishes for what can be in them needs not wait for its time.
      await context.queue.send(db, 'tell-wishes', {});
    }
    await noteIntake(context, caller, fresh);
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

/** Whether packs of an intake came in before. */
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
 * Compares packs that came in before in a transaction of its own: what is written down of a guess stays, whatever
 * becomes of the intake, whose own transaction is rolled back with a refusal.
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
    await noteCompared(
      inside,
      caller,
      found.known.filter(({ serial }) => known.has(serial)),
    );
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

/** One entry for each type: who sent these packs knows now that they hold just that. Wrong ones the database notes. */
async function noteCompared(
  context: Context<Transaction>,
  caller: Caller,
  known: IntakePack[],
): Promise<void> {
  for (const id of new Set(known.map((pack) => pack.packTypeId))) {
    const same = known.filter((pack) => pack.packTypeId === id).map((pack) => pack.serial);
    await recordAuditEntry(context, caller, {
      action: 'compare_packs',
      subject: { kind: 'pack_type', id },
      after: { same: [...new Set(same)] },
    });
  }
}

/** One entry for each type, with the serials: so that each pack tells who took it in. */
async function noteIntake(
  context: Context<Transaction>,
  caller: Caller,
  fresh: Judgement['fresh'],
): Promise<void> {
  for (const id of new Set(fresh.map((pack) => pack.packTypeId))) {
    const serials = fresh.filter((pack) => pack.packTypeId === id).map((pack) => pack.serial);
    await recordAuditEntry(context, caller, {
      action: 'take_in_packs',
      subject: { kind: 'pack_type', id },
      after: { packs: serials.length, serials },
    });
  }
}
