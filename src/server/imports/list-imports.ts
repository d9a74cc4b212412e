import * as rows from '#contract/imports.ts';
import { paginationOf } from '#contract/paging.ts';
import { csvLine } from '#domain/csv.ts';
import { importableKinds, PROBLEM_HEAD, templateHeads } from '#domain/import-file.ts';
import { inTransaction } from '#engine/database.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import {
  findLargestCardCount,
  listAdminPackTypeRows,
} from '../catalogue/admin/pack-types-queries.ts';
import { handler } from '../http/handler.ts';
import { TextFile } from '../http/text-file.ts';
import { listWrongLines } from './import-lines-queries.ts';
import { listImportRows } from './imports-queries.ts';
import { knownImport, presentImport, showDetail } from './present-import.ts';
import { packTypeCells } from './pack-types-kind.ts';

export const listImports = handler(rows.listImports, async ({ db }, caller, { page, limit }) => {
  const kinds = importableKinds(caller);
  const { rows: found, total } = await listImportRows(db, kinds, limit, (page - 1) * limit);
  return { imports: found.map(presentImport), pagination: paginationOf(total, page, limit) };
});

export const showImport = handler(rows.showImport, ({ db }, caller, { id }) =>
  showDetail(db, caller, id),
);

const ROWS_AT_ONCE = 500;

/** Exports wrong lines. They may name cards of sealed packs, so the audit log records who read them. */
export const exportWrongLines = handler(rows.exportWrongLines, async (context, caller, { id }) => {
  const { db } = context;
  const found = await knownImport(db, caller, id);
  await inTransaction(db, (tx) =>
    recordAuditEntry({ ...context, db: tx }, caller, {
      action: 'export_wrong_lines',
      subject: { kind: 'import', id },
      after: { kind: found.kind, fileName: found.file_name, lines: found.wrong_lines },
    }),
  );
  async function* lines() {
    const places = [...found.heads.keys()].filter((at) => found.heads[at] !== PROBLEM_HEAD);
    const chosen = (cells: string[]) => places.map((at) => cells[at] ?? '');
    yield csvLine([...chosen(found.heads), PROBLEM_HEAD]);
    for (let after = 0; ;) {
      // oxlint-disable-next-line no-await-in-loop -- Each page begins after the last line of the previous page.
      const wrong = await listWrongLines(db, id, after, ROWS_AT_ONCE);
      if (wrong.length === 0) return;
      yield wrong.map(({ cells, problem }) => csvLine([...chosen(cells), problem])).join('');
      after = wrong.at(-1)!.line;
    }
  }
  return new TextFile(lines());
});

export const showImportTemplate = handler(
  rows.showImportTemplate,
  async ({ db }, _caller, { kind }) => {
    const columns = templateHeads(kind, await findLargestCardCount(db));
    async function* lines() {
      yield csvLine(columns);
      if (kind !== 'prices' && kind !== 'catalogue') return;
      for (let offset = 0; ; offset += ROWS_AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- Each page is read when the previous one is written.
        const { rows: found } = await listAdminPackTypeRows(
          db,
          { game: null, search: null, ids: null },
          undefined,
          ROWS_AT_ONCE,
          offset,
        );
        if (found.length === 0) return;
        yield found.map((row) => csvLine(packTypeCells(columns, row))).join('');
      }
    }
    return new TextFile(lines());
  },
);
