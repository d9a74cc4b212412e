import { IMPORT_LINES_SHOWN, type ImportDetail, type ImportSummary } from '#contract/imports.ts';
import type { Caller } from '#domain/access.ts';
import { importableKinds, readHeads } from '#domain/import-file.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '#engine/database.ts';
import { listFirstLines, sumCredits, type JudgedLine } from './import-lines-queries.ts';
import { findImport, type ImportRow } from './imports-queries.ts';

export function presentImport(row: ImportRow): ImportSummary {
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    state: row.state,
    mode: row.mode,
    lines: row.lines,
    worked: row.worked,
    counts: {
      new: row.new_lines,
      changed: row.changed_lines,
      same: row.same_lines,
      wrong: row.wrong_lines,
    },
    warned: row.warned_lines,
    problem: row.problem,
    by: row.email,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

/**
 * Returns an import. Rejects with NOT_FOUND if there is none with this id, or if the caller may not import its kind.
 */
export async function knownImport(
  db: Database,
  caller: Pick<Caller, 'rights' | 'isKey'>,
  id: string,
): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (row === null || !importableKinds(caller).includes(row.kind)) throw new Rejection('NOT_FOUND');
  return row;
}

/** Returns an import with its first lines. Rejects with NOT_FOUND like `knownImport`. */
export async function showDetail(
  db: Database,
  caller: Pick<Caller, 'rights' | 'isKey'>,
  id: string,
): Promise<ImportDetail> {
  const row = await knownImport(db, caller, id);
  const heads = readHeads(row.kind, row.heads, row.chosen);
  const first = await listFirstLines(db, id, IMPORT_LINES_SHOWN);
  const givesCredits = row.kind === 'people' && row.state === 'checked';
  return {
    ...presentImport(row),
    unread: 'problem' in heads ? [] : heads.unread,
    chosen: row.chosen,
    forAll: row.for_all,
    changes: first.changes.map(lineOf),
    credits: givesCredits ? await sumCredits(db, id) : null,
    warnings: first.warnings.map(lineOf),
    problems: first.problems.map(lineOf),
  };
}

function lineOf(line: JudgedLine) {
  const changes = (line.changes ?? []).map(({ heldBy, ...change }) => ({
    ...change,
    ...(heldBy && { heldBy: { ...heldBy, closesBy: new Date(heldBy.closesBy) } }),
  }));
  return { ...line, changes };
}
