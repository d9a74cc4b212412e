// The job that reads, checks and applies the CSV files of operators, in batches. Each batch commits together with how
// far the import is, so a process that is killed leaves whole batches, and the next run goes on after them. An import
// of all lines or none is one transaction, and begins again.
import { IMPORT_COLUMNS, IMPORT_LINES_MAX, lineValues, readHeads } from '#domain/import-file.ts';
import { Rejection } from '#domain/rejection.ts';
import { inLongTransaction, type Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
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
  restartImport,
  showProgress,
  updateRead,
  updateState,
  type ImportRow,
} from './imports-queries.ts';
import type { Line } from './kind.ts';
import { KINDS } from './kinds.ts';

/** The lines that are judged or applied in one transaction. */
const BATCH = 500;

/** Works on all imports that wait for the job. If one fails, the others are still worked on, and the job is retried. */
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
        'Import failed, will retry',
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
    const isAtOnce = found.mode === 'all' && KINDS[found.kind].staysRight !== true;
    if (isAtOnce) await applyAll(actorContext, found, signal);
    else await inBatches(actorContext, found, signal, applyBatch);
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

/** Splits a file into its lines, in one transaction. */
async function readFile(context: Context, found: ImportRow, signal: AbortSignal): Promise<void> {
  const { id, kind } = found;
  const heads = readHeads(kind, found.heads);
  if ('problem' in heads) throw new Error(heads.problem);
  const unique = IMPORT_COLUMNS[kind].flatMap(({ name, isUnique }) =>
    isUnique === true ? [name] : [],
  );
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
      lines += 1;
      if (lines > IMPORT_LINES_MAX) {
        await deleteLines(db, id);
        return updateState(db, id, 'unreadable', 'A file has at most 100,000 lines. Split it');
      }
      const values = lineValues(heads.columns, record.cells);
      const keys = unique.flatMap((name) =>
        values[name] === undefined ? [] : [`${name} ${values[name].toLowerCase()}`],
      );
      batch.push({ ...record, keys });
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

/** Returns whether there may be more batches. */
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
  { id, kind, heads, position }: ImportRow,
): Promise<Line[]> {
  const read = readHeads(kind, heads);
  if ('problem' in read) throw new Error(read.problem);
  const lines = await listNextLines(db, id, position, BATCH);
  return lines.map(({ line, cells }) => ({ line, values: lineValues(read.columns, cells) }));
}

async function checkBatch(context: Context<Transaction>, found: ImportRow): Promise<boolean> {
  const { db } = context;
  const lines = await nextLines(db, found);
  if (lines.length === 0) {
    await updateState(db, found.id, 'checked');
    return false;
  }
  const { judged } = await KINDS[found.kind].judge(context, lines, null);
  await updateJudged(db, found.id, judged);
  await addBatch(db, found.id, countsOf(judged));
  return true;
}

type Stored = { lines: Line[]; judged: JudgedLine[]; entries: NewAuditEntry[] };

const actorOf = (found: ImportRow) => ({
  userId: found.operator_id!,
  sessionId: found.session_id!,
});

/** Judges the next lines again, under locks, and stores the right ones. Null: there are no more. */
async function storeNext(context: Context<Transaction>, found: ImportRow): Promise<Stored | null> {
  const { db } = context;
  const kind = KINDS[found.kind];
  const lines = await nextLines(db, found);
  if (lines.length === 0) return null;
  await kind.lock(db, lines);
  const batch = await kind.judge(context, lines, actorOf(found));
  const judged = batch.judged.map((line): JudgedLine => {
    if (line.warning === null || found.accepts_warnings) return line;
    return { ...line, outcome: 'wrong', problem: line.warning };
  });
  const right = judged.filter(({ outcome }) => outcome === 'new' || outcome === 'changed');
  const entries = await batch.store(
    context,
    actorOf(found),
    new Set(right.map(({ line }) => line)),
  );
  return { lines, judged, entries: [...batch.entries, ...entries] };
}

/** Applies a batch: right lines are stored and deleted, wrong ones wait to be repaired. */
async function applyBatch(context: Context<Transaction>, found: ImportRow): Promise<boolean> {
  const { db } = context;
  const stored = await storeNext(context, found);
  if (stored === null) {
    await finish(context, found);
    return false;
  }
  const isWrong = ({ outcome }: JudgedLine) => outcome === 'wrong';
  const { judged, entries } = stored;
  await updateJudged(db, found.id, judged.filter(isWrong));
  await deleteSomeLines(
    db,
    found.id,
    judged.filter((line) => !isWrong(line)).map(({ line }) => line),
  );
  await addBatch(db, found.id, countsOf(judged));
  await recordAuditEntries(context, actorOf(found), entries);
  return true;
}

async function finish(context: Context<Transaction>, { id, kind }: ImportRow): Promise<void> {
  await KINDS[kind].finish(context);
  await deleteRightLines(context.db, id);
  await updateState(context.db, id, 'done');
}

/** Thrown to roll an import back of which all lines or none are applied. */
class WrongLines extends Error {
  readonly stored: Stored;
  constructor(stored: Stored) {
    super('Some lines are wrong');
    this.stored = stored;
  }
}

/** Applies all lines in one transaction. If one is wrong by now, nothing is applied, and the import waits again. */
async function applyAll(context: Context, found: ImportRow, signal: AbortSignal): Promise<void> {
  const { id, kind } = found;
  try {
    await inLongTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      let at = { ...found, position: 0 };
      let worked = 0;
      const batches: ReturnType<typeof countsOf>[] = [];
      const entries: NewAuditEntry[] = [];
      for (;;) {
        signal.throwIfAborted();
        const stored = await storeNext(inside, at);
        if (stored === null) break;
        if (stored.judged.some(({ outcome }) => outcome === 'wrong')) throw new WrongLines(stored);
        const counts = countsOf(stored.judged);
        batches.push(counts);
        entries.push(...stored.entries);
        worked += counts.worked;
        at = { ...at, position: counts.position };
        // Outside of the transaction, so that its operator sees how far it is.
        await showProgress(context.db, id, worked);
      }
      await restartImport(db, id);
      for (const counts of batches) await addBatch(db, id, counts);
      await finish(inside, found);
      await recordAuditEntries(inside, actorOf(found), entries);
    });
  } catch (error) {
    if (!(error instanceof WrongLines)) throw error;
    const { lines, judged } = error.stored;
    await inLongTransaction(context.db, async (db) => {
      // What the rolled back transaction recorded about wrong guesses is recorded again.
      await KINDS[kind].judge({ ...context, db }, lines, actorOf(found));
      await updateJudged(db, id, judged);
      await recountLines(db, id);
      await updateState(
        db,
        id,
        'checked',
        'Nothing was changed: the shop has changed since the preview',
      );
    });
  }
}
