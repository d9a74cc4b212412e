// An operator decides about a checked import. The job applies it in the operator's name.
import * as rows from '#contract/imports.ts';
import type { Caller } from '#domain/access.ts';
import { IMPORT_ALL_LINES_MAX } from '#domain/import-file.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Transaction } from '#engine/database.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import { deleteLines } from './import-lines-queries.ts';
import {
  lockImport,
  restartImport,
  updateApplying,
  updateState,
  type ImportRow,
} from './imports-queries.ts';
import { knownImport, showDetail } from './present-import.ts';

export const applyImport = handler(
  rows.applyImport,
  async (context, caller, { id, mode, acceptWarnings }) => {
    const { db, origin } = context;
    const found = await lockedImport(db, caller, id);
    const { ip, requestId } = origin;
    const { sessionId } = caller;
    if (found.state === 'stopped') {
      // A stopped import continues with the mode that it began with, because some of its lines may be applied already.
      await updateApplying(db, id, {
        mode: found.mode!,
        acceptsWarnings: found.accepts_warnings,
        sessionId,
        ip,
        requestId,
      });
    } else {
      assertApplicable(found, mode, acceptWarnings);
      await updateApplying(db, id, {
        mode,
        acceptsWarnings: acceptWarnings,
        sessionId,
        ip,
        requestId,
      });
      await restartImport(db, id);
    }
    await context.queue.send(db, 'work-imports', {});
    const detail = await showDetail(db, caller, id);
    await recordAuditEntry(context, caller, {
      action: 'apply_import',
      subject: { kind: 'import', id },
      after: {
        kind: found.kind,
        fileName: found.file_name,
        mode: detail.mode,
        lines: found.lines,
        ...(found.warned_lines > 0 && { acceptWarnings }),
      },
    });
    return detail;
  },
);

function assertApplicable(found: ImportRow, mode: 'all' | 'right', acceptWarnings: boolean): void {
  if (found.state !== 'checked') throw new Rejection('INVALID_TRANSITION');
  const { wrong_lines: wrong, warned_lines: warned, lines } = found;
  if (mode === 'all' && lines > IMPORT_ALL_LINES_MAX) {
    throw new Rejection(
      'TOO_MANY_LINES',
      `All lines or none is for files of up to ${IMPORT_ALL_LINES_MAX.toLocaleString('en-CA')} lines, because others wait meanwhile. Take in what is right`,
    );
  }
  const leftOut = wrong + (acceptWarnings ? 0 : warned);
  if (mode === 'all' && leftOut > 0) {
    throw new Rejection('INVALID_TRANSITION', 'Not all of its lines can be applied');
  }
  if (found.new_lines + found.changed_lines - (acceptWarnings ? 0 : warned) <= 0) {
    throw new Rejection('INVALID_TRANSITION', 'None of its lines changes anything');
  }
}

/** Stops an import. The job locks the import during each batch, so this waits until the running batch has ended. */
export const stopImport = handler(rows.stopImport, async (context, caller, { id }) => {
  const { db } = context;
  const { state, kind, file_name: fileName } = await lockedImport(db, caller, id);
  if (state !== 'applying') throw new Rejection('INVALID_TRANSITION', 'It is not being applied');
  await updateState(db, id, 'stopped', 'An operator stopped it');
  const detail = await showDetail(db, caller, id);
  await recordAuditEntry(context, caller, {
    action: 'stop_import',
    subject: { kind: 'import', id },
    after: { kind, fileName, worked: detail.worked, lines: detail.lines },
  });
  return detail;
});

export const discardImport = handler(rows.discardImport, async ({ db }, caller, { id }) => {
  const { state } = await lockedImport(db, caller, id);
  if (state === 'applying' || state === 'done' || state === 'discarded') {
    throw new Rejection('INVALID_TRANSITION');
  }
  await deleteLines(db, id);
  await updateState(db, id, 'discarded');
  return showDetail(db, caller, id);
});

async function lockedImport(db: Transaction, caller: Caller, id: string): Promise<ImportRow> {
  await lockImport(db, id);
  return knownImport(db, caller, id);
}
