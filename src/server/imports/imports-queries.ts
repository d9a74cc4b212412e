import type {
  ChosenColumn,
  ImportKind,
  ImportMode,
  ImportState,
  ValueForAll,
} from '#domain/import-file.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { listNewest } from '../database/list-newest.ts';
import { narrow } from '../database/narrow.ts';

export type ImportRow = {
  id: string;
  kind: ImportKind;
  file_name: string;
  heads: string[];
  chosen: ChosenColumn[];
  for_all: ValueForAll[];
  state: ImportState;
  mode: ImportMode | null;
  accepts_warnings: boolean;
  lines: number;
  worked: number;
  position: number;
  new_lines: number;
  changed_lines: number;
  same_lines: number;
  wrong_lines: number;
  warned_lines: number;
  problem: string | null;
  email: string;
  created_at: Date;
  finished_at: Date | null;
  session_id: string | null;
  /** The operator or API key in whose name the import is applied. Null if their session or the key has ended. */
  operator_id: string | null;
  ip: string | null;
  request_id: string | null;
};

const COLUMNS = `t.id, t.kind, t.file_name, t.heads, t.chosen, t.for_all, t.state, t.mode, t.accepts_warnings, t.lines, t.worked, t.position,
  t.new_lines, t.changed_lines, t.same_lines, t.wrong_lines, t.warned_lines, t.problem, t.created_at, t.finished_at,
  t.session_id, t.ip, t.request_id, coalesce(
    (select user_id from sessions where id = t.session_id and ended_at is null),
    (select id from api_keys where id = t.session_id and revoked_at is null and ends_at > shop_now())) as operator_id,
  (select email from users where id = t.made_by_id) as email`;

export async function listImportRows(
  db: Database,
  kinds: ImportKind[],
  limit: number,
  offset: number,
): Promise<{ rows: ImportRow[]; total: number }> {
  return listNewest<ImportRow>(
    db,
    {
      table: 'imports',
      columns: COLUMNS,
      narrowed: narrow([{ sql: 't.kind = any ($?::text[])', value: kinds }]),
      search: null,
    },
    limit,
    offset,
  );
}

export async function findImport(db: Database, id: string): Promise<ImportRow | null> {
  const [row] = await statement<ImportRow>(db, `select ${COLUMNS} from imports t where t.id = $1`, [
    id,
  ]);
  return row ?? null;
}

/** Reads an import and locks it until the transaction ends. */
export async function lockImport(db: Transaction, id: string): Promise<ImportRow | null> {
  await statement(db, 'select from imports where id = $1 for update', [id]);
  return findImport(db, id);
}

/** Returns the oldest import on which the job has to work, except those in `but`. */
export async function findImportToWork(db: Database, but: string[]): Promise<string | null> {
  const [row] = await statement<{ id: string }>(
    db,
    `select id from imports where state in ('reading', 'checking', 'applying') and id <> all ($1::uuid[])
     order by created_at, id limit 1`,
    [but],
  );
  return row?.id ?? null;
}

export async function insertImport(
  db: Database,
  made: {
    id: string;
    kind: ImportKind;
    fileName: string;
    heads: string[];
    chosen: ChosenColumn[];
    forAll: ValueForAll[];
    file: Buffer;
    operatorId: string;
  },
): Promise<void> {
  await statement(
    db,
    'insert into imports (id, kind, file_name, heads, chosen, for_all, file, made_by_id) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      made.id,
      made.kind,
      made.fileName,
      made.heads,
      JSON.stringify(made.chosen),
      JSON.stringify(made.forAll),
      made.file,
      made.operatorId,
    ],
  );
}

export async function readImportFile(db: Database, id: string): Promise<Buffer> {
  const [row] = await statement<{ file: Buffer }>(db, 'select file from imports where id = $1', [
    id,
  ]);
  return row!.file;
}

/** Records that the file of an import is split into lines, so that the check of the lines begins. */
export async function updateRead(db: Transaction, id: string, lines: number): Promise<void> {
  await statement(
    db,
    `update imports set state = 'checking', file = null, lines = $2, worked = 0, position = 0 where id = $1`,
    [id, lines],
  );
}

/** Ends an import, or makes it wait for its operator. */
export async function updateState(
  db: Transaction,
  id: string,
  state: Exclude<ImportState, 'reading' | 'checking' | 'applying'>,
  problem: string | null = null,
): Promise<void> {
  await statement(
    db,
    `update imports set state = $2, problem = $3, file = null,
       finished_at = case when $2 in ('done', 'discarded', 'unreadable') then shop_now() end
     where id = $1`,
    [id, state, problem],
  );
}

/** Begins to apply an import, or continues a stopped one, in the name of a session. */
export async function updateApplying(
  db: Transaction,
  id: string,
  by: {
    mode: ImportMode;
    acceptsWarnings: boolean;
    sessionId: string;
    ip: string;
    requestId: string;
  },
): Promise<void> {
  await statement(
    db,
    `update imports set state = 'applying', mode = $2, accepts_warnings = $3, session_id = $4, ip = $5, request_id = $6, problem = null
     where id = $1`,
    [id, by.mode, by.acceptsWarnings, by.sessionId, by.ip, by.requestId],
  );
}

/**
 * Resets an import's counts, so that applying begins at its first line. No line may be applied yet. Wrong lines stay
 * wrong and count as done.
 */
export async function restartImport(db: Transaction, id: string): Promise<void> {
  await statement(
    db,
    `update imports set worked = wrong_lines, position = 0, new_lines = 0, changed_lines = 0, same_lines = 0, warned_lines = 0
     where id = $1`,
    [id],
  );
}

/** Counts the lines of an import again. No line may be applied, because applied lines are deleted. */
export async function recountLines(db: Transaction, id: string): Promise<void> {
  await statement(
    db,
    `update imports set new_lines = c.added, changed_lines = c.changed, same_lines = c.same, wrong_lines = c.wrong, warned_lines = c.warned
     from (
       select count(*) filter (where outcome = 'new') as added, count(*) filter (where outcome = 'changed') as changed,
         count(*) filter (where outcome = 'same') as same, count(*) filter (where outcome = 'wrong') as wrong,
         count(*) filter (where warning is not null and outcome <> 'wrong') as warned
       from import_lines where import_id = $1
     ) c where id = $1`,
    [id],
  );
}

export type BatchCounts = {
  /** The last line of the batch. */
  position: number;
  worked: number;
  new: number;
  changed: number;
  same: number;
  wrong: number;
  warned: number;
};

/** Adds a batch to the counts of an import's present step (check or application). */
export async function addBatch(db: Transaction, id: string, counts: BatchCounts): Promise<void> {
  await statement(
    db,
    `update imports set position = $2, worked = worked + $3, new_lines = new_lines + $4, changed_lines = changed_lines + $5,
       same_lines = same_lines + $6, wrong_lines = wrong_lines + $7, warned_lines = warned_lines + $8
     where id = $1`,
    [
      id,
      counts.position,
      counts.worked,
      counts.new,
      counts.changed,
      counts.same,
      counts.wrong,
      counts.warned,
    ],
  );
}

/** The age at which lines of an import are deleted, because they may hold addresses, or the cards of sealed packs. */
const LINES_AGE_MOST: Record<ImportKind, string> = {
  catalogue: '30 days',
  prices: '30 days',
  cards: '30 days',
  stock: '24 hours',
  people: '30 days',
};

/** Deletes the lines of old imports. Old imports that wait for their operator's decision end. */
export async function forgetOldLines(db: Database): Promise<void> {
  await statement(
    db,
    `with old as (
       select id from imports where created_at < shop_now() - ($1::jsonb->>kind)::interval
         and state not in ('reading', 'checking', 'applying')
     ), ended as (
       update imports set state = case state when 'checked' then 'discarded' else 'done' end, finished_at = shop_now()
       where id in (select id from old) and state in ('checked', 'stopped')
     )
     delete from import_lines where import_id in (select id from old)`,
    [JSON.stringify(LINES_AGE_MOST)],
  );
}
