// The job that reads, checks and applies operators' CSV files, in batches. Each batch commits together with the
// import's position. So if the process is killed, the next run continues after the last whole batch. A short file is
// applied as one batch.
import {
  IMPORT_ALL_LINES_MAX,
  IMPORT_LINES_MAX,
  lineKeys,
  lineValues,
  readHeads,
  saysNothing,
  valuesForAll,
  type LineOutcome,
} from '#domain/import-file.ts';
import { changedSincePreview, type LineJudgement } from '#domain/import-line.ts';
import { Rejection } from '#domain/rejection.ts';
import { inLongTransaction, type Transaction } from '#engine/database.ts';
import { recordAuditEntries } from '../audit-log/record-audit-entry.ts';
import { decodeCsv, readCsv } from '../http/read-csv.ts';
import type { Context } from '../runtime/context.ts';
import {
  deleteLines,
  deleteRightLines,
  deleteSomeLines,
  insertLines,
  listNextLines,
  markRepeated,
  updateJudged,
  type JudgedLine,
  type NewLine,
} from './import-lines-queries.ts';
import {
  addBatch,
  findImport,
  findImportToWork,
  forgetOldLines,
  lockImport,
  readImportFile,
  recountLines,
  updateRead,
  updateState,
  type ImportRow,
} from './imports-queries.ts';
import type { Actor, JudgedBatch, Line } from './kind.ts';
import { KINDS } from './kinds.ts';

/** How many lines are judged, or of a long file applied, in one transaction. */
const BATCH = 500;

/** Whether all lines of an import are applied in one transaction. */
const isShort = ({ lines }: ImportRow) => lines <= IMPORT_ALL_LINES_MAX;

/**
 * Works on all imports that wait for the job. If one fails, the job still works on the others, and is retried
 * afterwards.
 */
export async function workImports(
  context: Context,
  signal: AbortSignal,
): Promise<{ done: number; failed: number }> {
  await forgetOldLines(context.db);
  const failed: string[] = [];
  for (let done = 0; ;) {
    signal.throwIfAborted();
    const id = await findImportToWork(context.db, failed);
    if (id === null) return { done, failed: failed.length };
    try {
      await workImport(context, id, signal);
      done += 1;
    } catch (error) {
      if (error === signal.reason) throw error;
      context.log.error(
        { event: 'import_failed', importId: id, err: error },
        'Work on an import failed, the job will retry it',
      );
      failed.push(id);
    }
  }
}

async function workImport(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const found = (await findImport(context.db, id))!;
  if (found.state === 'reading') return readFile(context, found, signal);
  if (found.state === 'checking') return inBatches(context, found, signal, checkBatch);
  const actorContext = {
    ...context,
    origin: { ...context.origin, ip: found.ip!, requestId: found.request_id! },
  };
  try {
    await inBatches(actorContext, found, signal, found.mode === 'all' ? applyAll : applyBatch);
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'UNAUTHORIZED') throw error;
    await inLongTransaction(context.db, async (db) =>
      updateState(
        db,
        id,
        'stopped',
        'The operator who applied it signed out, or may no longer do this',
      ),
    );
  }
}

/** Splits an import's file into lines, in one transaction. */
async function readFile(context: Context, found: ImportRow, signal: AbortSignal): Promise<void> {
  const { id, kind } = found;
  const columns = columnsOf(found);
  const text = decodeCsv(await readImportFile(context.db, id));
  await inLongTransaction(context.db, async (db) => {
    if ((await lockImport(db, id))?.state !== 'reading') return;
    await deleteLines(db, id);
    let lines = 0;
    let batch: NewLine[] = [];
    let isHead = true;
    for await (const record of readCsv(text)) {
      signal.throwIfAborted();
      if ('problem' in record) {
        await deleteLines(db, id);
        return updateState(db, id, 'unreadable', `Line ${record.line}: ${record.problem}`);
      }
      if (isHead) {
        isHead = false;
        continue;
      }
      const values = lineValues(columns, record.cells);
      if (saysNothing(kind, values)) continue;
      lines += 1;
      if (lines > IMPORT_LINES_MAX) {
        await deleteLines(db, id);
        return updateState(db, id, 'unreadable', 'A file has at most 100,000 lines. Split it');
      }
      batch.push({ ...record, keys: lineKeys(kind, values) });
      if (batch.length === BATCH) {
        await insertLines(db, id, batch);
        batch = [];
      }
    }
    await insertLines(db, id, batch);
    if (lines === 0) return updateState(db, id, 'unreadable', 'It has no line below its heads');
    await updateRead(db, id, lines);
    const repeated = await markRepeated(db, id);
    await addBatch(db, id, { ...NOTHING, worked: repeated, wrong: repeated, position: 0 });
  });
}

function columnsOf({ kind, heads, chosen }: ImportRow): (string | null)[] {
  const read = readHeads(kind, heads, chosen);
  if ('problem' in read) throw new Error(read.problem);
  return read.columns;
}

const NOTHING = { worked: 0, new: 0, changed: 0, same: 0, wrong: 0, warned: 0 };

function countsOf(judged: JudgedLine[]) {
  const of = (outcome: JudgedLine['outcome']) =>
    judged.filter((line) => line.outcome === outcome).length;
  return {
    worked: judged.length,
    position: judged.at(-1)!.line,
    new: of('new'),
    changed: of('changed'),
    same: of('same'),
    wrong: of('wrong'),
    warned: judged.filter(({ warning, outcome }) => warning !== null && outcome !== 'wrong').length,
  };
}

/** Works on one batch, and returns whether there may be another. */
type DoBatch = (context: Context<Transaction>, found: ImportRow) => Promise<boolean>;

async function inBatches(
  context: Context,
  found: ImportRow,
  signal: AbortSignal,
  doBatch: DoBatch,
): Promise<void> {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    isMore = await inLongTransaction(context.db, async (db) => {
      const now = await lockImport(db, found.id);
      return now?.state === found.state && doBatch({ ...context, db }, now);
    });
  }
}

async function nextLines(
  db: Transaction,
  found: ImportRow,
  limit: number,
): Promise<(Line & { seen: LineJudgement })[]> {
  const columns = columnsOf(found);
  const forAll = valuesForAll(found.kind, found.heads, found.for_all);
  const lines = await listNextLines(db, found.id, found.position, limit);
  return lines.map(({ line, cells, ...seen }) => ({
    line,
    values: { ...forAll, ...lineValues(columns, cells) },
    seen,
  }));
}

async function checkBatch(context: Context<Transaction>, found: ImportRow): Promise<boolean> {
  const { db } = context;
  const lines = await nextLines(db, found, BATCH);
  if (lines.length === 0) {
    await updateState(db, found.id, 'checked');
    return false;
  }
  const { judged } = await KINDS[found.kind].judge(context, lines, null);
  await updateJudged(db, found.id, judged);
  await addBatch(db, found.id, countsOf(judged));
  return true;
}

/**
 * Returns the operator in whose name the import is applied. Rejects with UNAUTHORIZED if this operator has signed out.
 */
function actorOf(found: ImportRow): Actor {
  const { id: importId, operator_id: userId, session_id: sessionId } = found;
  if (userId === null || sessionId === null) throw new Rejection('UNAUTHORIZED');
  return { userId, sessionId, importId, isWhole: isShort(found) && found.position === 0 };
}

type Judged = JudgedBatch & { right: Set<number>; wrong: JudgedLine[] };

/**
 * Locks the rows that the next lines name, and judges these lines again. A line becomes wrong if it would change
 * something else than its preview said. Returns null if no lines are left.
 */
async function judgeNext(context: Context<Transaction>, found: ImportRow): Promise<Judged | null> {
  const { db } = context;
  const lines = await nextLines(db, found, isShort(found) ? found.lines : BATCH);
  if (lines.length === 0) return null;
  const kind = KINDS[found.kind];
  await kind.lock(db, lines);
  const batch = await kind.judge(context, lines, actorOf(found));
  const seen = new Map(lines.map((line) => [line.line, line.seen]));
  const judged = batch.judged.map((line): JudgedLine => {
    if (line.outcome === 'wrong') return line;
    const unaccepted = found.accepts_warnings ? null : line.warning;
    const problem = changedSincePreview(seen.get(line.line)!, line) ?? unaccepted;
    return problem === null ? line : { ...line, outcome: 'wrong', problem };
  });
  const ofOutcome = (outcomes: LineOutcome[]) =>
    judged.filter(({ outcome }) => outcomes.includes(outcome));
  return {
    ...batch,
    judged,
    right: new Set(ofOutcome(['new', 'changed']).map(({ line }) => line)),
    wrong: ofOutcome(['wrong']),
  };
}

/**
 * Applies a batch: stores and deletes the right lines, and keeps the wrong ones so that the operator can repair them.
 */
async function applyBatch(context: Context<Transaction>, found: ImportRow): Promise<boolean> {
  const { db } = context;
  const batch = await judgeNext(context, found);
  if (batch === null) {
    await finish(context, found);
    return false;
  }
  const entries = await batch.store(context, actorOf(found), batch.right);
  await updateJudged(db, found.id, batch.wrong);
  await deleteSomeLines(
    db,
    found.id,
    batch.judged.filter(({ outcome }) => outcome !== 'wrong').map(({ line }) => line),
  );
  await addBatch(db, found.id, countsOf(batch.judged));
  await recordAuditEntries(context, actorOf(found), [...batch.entries, ...entries]);
  return true;
}

/**
 * Applies all lines together. If a line has become wrong since the preview, applies nothing, and the import waits for
 * its operator again.
 */
async function applyAll(context: Context<Transaction>, found: ImportRow): Promise<boolean> {
  const { db } = context;
  // `applyImport` has checked that some lines change something, so the result is not null.
  const batch = (await judgeNext(context, found))!;
  const entries = [...batch.entries];
  if (batch.wrong.length === 0) {
    entries.push(...(await batch.store(context, actorOf(found), batch.right)));
    await addBatch(db, found.id, countsOf(batch.judged));
    await finish(context, found);
  } else {
    await updateJudged(db, found.id, batch.wrong);
    await recountLines(db, found.id);
    const problem = 'Nothing was changed: the shop has changed since the preview';
    await updateState(db, found.id, 'checked', problem);
  }
  await recordAuditEntries(context, actorOf(found), entries);
  return false;
}

async function finish(context: Context<Transaction>, { id, kind }: ImportRow): Promise<void> {
  await KINDS[kind].finish(context);
  await deleteRightLines(context.db, id);
  await updateState(context.db, id, 'done');
}
