// Operators send a CSV file. The shop checks its heads at once, and a job does the rest.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/imports.ts';
import { importableKinds, readHeads } from '#domain/import-file.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { decodeCsv, readCsv } from '../http/read-csv.ts';
import { insertImport } from './imports-queries.ts';
import { showDetail } from './present-import.ts';

export const startImport = handler(
  rows.startImport,
  async (context, caller, { kind, fileName, file }) => {
    const { db } = context;
    if (!importableKinds(caller.rights).includes(kind)) throw new Rejection('FORBIDDEN');
    const bytes = Buffer.from(file, 'base64');
    const heads = await headsOf(bytes);
    const read = readHeads(kind, heads);
    if ('problem' in read) throw Rejection.ofField('file', `In this file, ${read.problem}`);
    const id = randomUUID();
    await insertImport(db, { id, kind, fileName, heads, file: bytes, operatorId: caller.userId });
    await context.queue.send(db, 'work-imports', {});
    return showDetail(db, caller, id);
  },
);

async function headsOf(bytes: Buffer): Promise<string[]> {
  for await (const record of readCsv(decodeCsv(bytes))) {
    if ('problem' in record) throw Rejection.ofField('file', `In this file, ${record.problem}`);
    return record.cells.map((cell) => cell.trim());
  }
  throw Rejection.ofField('file', 'This file is empty');
}
