// Operators upload a CSV file. The shop checks its column heads at once, and a job does the rest.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/imports.ts';
import { describeHeads, importableKinds, problemOfValues, readHeads } from '#domain/import-file.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { decodeCsv, readCsv } from '../http/read-csv.ts';
import { insertImport } from './imports-queries.ts';
import { showDetail } from './present-import.ts';

export const readImportHeads = handler(
  rows.readImportHeads,
  async (_context, caller, { kind, start }) => {
    if (!importableKinds(caller).includes(kind)) throw new Rejection('FORBIDDEN');
    return describeHeads(kind, await headsOf('start', Buffer.from(start, 'base64')));
  },
);

export const startImport = handler(
  rows.startImport,
  async (context, caller, { kind, fileName, file, chosen, forAll }) => {
    const { db } = context;
    if (!importableKinds(caller).includes(kind)) throw new Rejection('FORBIDDEN');
    const bytes = Buffer.from(file, 'base64');
    const heads = await headsOf('file', bytes);
    const read = readHeads(kind, heads, chosen);
    if ('problem' in read) throw Rejection.ofField('file', `In this file, ${read.problem}`);
    const unfit = problemOfValues(kind, read.columns, forAll);
    if (unfit !== null) throw Rejection.ofField('forAll', unfit);
    const id = randomUUID();
    const { userId: operatorId } = caller;
    await insertImport(db, { id, kind, fileName, heads, chosen, forAll, file: bytes, operatorId });
    await context.queue.send(db, 'work-imports', {});
    return showDetail(db, caller, id);
  },
);

async function headsOf(field: string, bytes: Buffer): Promise<string[]> {
  for await (const record of readCsv(decodeCsv(bytes))) {
    if ('problem' in record) throw Rejection.ofField(field, `In this file, ${record.problem}`);
    return record.cells.map((cell) => cell.trim());
  }
  throw Rejection.ofField(field, 'This file is empty');
}
