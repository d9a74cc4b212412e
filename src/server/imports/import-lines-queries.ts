import type { LineChange, LineJudgement } from '#domain/import-line.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type NewLine = { line: number; cells: string[]; keys: string[] };

export async function insertLines(
  db: Transaction,
  importId: string,
  lines: NewLine[],
): Promise<void> {
  await statement(
    db,
    `insert into import_lines (import_id, line, cells, keys)
     select $1, (l->>'line')::int, l->'cells', array(select jsonb_array_elements_text(l->'keys'))
     from jsonb_array_elements($2::jsonb) l`,
    [importId, JSON.stringify(lines)],
  );
}

export async function deleteLines(db: Transaction, importId: string): Promise<void> {
  await statement(db, 'delete from import_lines where import_id = $1', [importId]);
}

export async function deleteRightLines(db: Transaction, importId: string): Promise<void> {
  await statement(
    db,
    `delete from import_lines where import_id = $1 and outcome is distinct from 'wrong'`,
    [importId],
  );
}

/**
 * Marks each line as wrong that has a key (such as an id) of an earlier line of the file. Returns the number of such
 * lines.
 */
export async function markRepeated(db: Transaction, importId: string): Promise<number> {
  const rows = await statement(
    db,
    `update import_lines l set outcome = 'wrong', problem = 'line ' || r.first || ' names ' || r.key || ' too'
     from (
       select distinct on (line) line, key, first from (
         select line, key, min(line) over (partition by key) as first
         from import_lines, unnest(keys) key where import_id = $1
       ) k where first < line order by line, key
     ) r
     where l.import_id = $1 and l.line = r.line returning l.line`,
    [importId],
  );
  return rows.length;
}

type StoredLine = { line: number; cells: string[] };

/**
 * Lists the next lines after the line `after`, without wrong ones. Checked lines have their judgement from the preview.
 */
export async function listNextLines(
  db: Database,
  importId: string,
  after: number,
  limit: number,
): Promise<(StoredLine & LineJudgement)[]> {
  return statement(
    db,
    `select line, cells, outcome, subject, warning, coalesce(changes, '[]') as changes from import_lines
     where import_id = $1 and line > $2 and outcome is distinct from 'wrong' order by line limit $3`,
    [importId, after, limit],
  );
}

export type JudgedLine = LineJudgement & {
  line: number;
  problem: string | null;
  changes: LineChange[];
};

export async function updateJudged(
  db: Transaction,
  importId: string,
  lines: JudgedLine[],
): Promise<void> {
  await statement(
    db,
    `update import_lines l set outcome = w.outcome, subject = w.subject, problem = w.problem, warning = w.warning, changes = w.changes
     from jsonb_to_recordset($2::jsonb) w (line int, outcome text, subject text, problem text, warning text, changes jsonb)
     where l.import_id = $1 and l.line = w.line`,
    [importId, JSON.stringify(lines)],
  );
}

export async function deleteSomeLines(
  db: Transaction,
  importId: string,
  lines: number[],
): Promise<void> {
  await statement(db, 'delete from import_lines where import_id = $1 and line = any ($2::int[])', [
    importId,
    lines,
  ]);
}

const LINE = 'line, outcome, subject, problem, warning, changes';

/** Lists the first lines of an import that change something, the first with a warning, and the first that are wrong. */
export async function listFirstLines(
  db: Database,
  importId: string,
  limit: number,
): Promise<Record<'changes' | 'warnings' | 'problems', JudgedLine[]>> {
  const first = (condition: string) =>
    statement<JudgedLine>(
      db,
      `select ${LINE} from import_lines where import_id = $1 and ${condition} order by line limit $2`,
      [importId, limit],
    );
  const [added, changed, warnings, problems] = await Promise.all([
    first(`outcome = 'new'`),
    first(`outcome = 'changed'`),
    first('warning is not null'),
    first(`outcome = 'wrong'`),
  ]);
  const changes = [...changed, ...added].toSorted((a, b) => a.line - b.line).slice(0, limit);
  return { changes, warnings, problems };
}

/** Adds up the credits that the lines of people would give, in cents. The fields are those of `people-kind.ts`. */
export async function sumCredits(
  db: Database,
  importId: string,
): Promise<Record<'bought' | 'earned', Cents>> {
  const [sums] = await statement<Record<'bought' | 'earned', Cents>>(
    db,
    `select coalesce(sum(cents) filter (where field like '%bought credits'), 0)::bigint as bought,
       coalesce(sum(cents) filter (where field like '%earned credits'), 0)::bigint as earned
     from (
       select c->>'field' as field, (c->>'after')::numeric * 100 as cents
       from import_lines l cross join jsonb_array_elements(l.changes) c
       where l.import_id = $1 and l.outcome in ('new', 'changed')
     ) credits`,
    [importId],
  );
  return sums!;
}

/** Lists the next wrong lines after the line `after`, with their cells. */
export async function listWrongLines(
  db: Database,
  importId: string,
  after: number,
  limit: number,
): Promise<(StoredLine & { problem: string })[]> {
  return statement(
    db,
    `select line, cells, problem from import_lines
     where import_id = $1 and outcome = 'wrong' and line > $2 order by line limit $3`,
    [importId, after, limit],
  );
}
