// Imports files with the sales of other shops. A copy can be sold only once: while another shop lists it, nobody can
// buy it here.
import * as rows from '#contract/singles-elsewhere.ts';
import type { SaleLine } from '#contract/singles-elsewhere.ts';
import { readCardNumber } from '#domain/card-number.ts';
import { decimalOf } from '#domain/decimals.ts';
import { readSales, type SaleElsewhere } from '#domain/elsewhere-file.ts';
import { HOUSE_CARD_WORDS } from '#domain/house-card-moves.ts';
import { sum } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import type { Database } from '#engine/database.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { readWholeCsv } from '../../http/read-csv.ts';
import {
  findNumberedElsewhere,
  insertSales,
  lockElsewhere,
  type NumberedRow,
} from './elsewhere-queries.ts';

type Problem = { line: number; problem: string };

type Judged = {
  sales: (SaleLine & { id: string })[];
  known: number;
  skipped: number;
  problems: Problem[];
};

async function judge(db: Database, shop: string, file: string, now: Date): Promise<Judged> {
  const lines = await readWholeCsv(file);
  if ('problem' in lines) return { sales: [], known: 0, skipped: 0, problems: [lines] };
  const read = readSales(lines);
  const numbered = read.sales.map((sale) => ({ ...readCardNumber(sale.cardNumber)!, ...sale }));
  const found = await findNumberedElsewhere(db, shop, numbered);
  const judged: Judged = {
    sales: [],
    known: 0,
    skipped: read.skipped,
    problems: [...read.problems],
  };
  for (const [at, sale] of read.sales.entries()) {
    const row = found[at];
    assert(row !== undefined, 'each number is looked up');
    const soldAt = new Date(sale.soldAt);
    const problem = problemOf(sale, row, { shop, soldAt, now });
    if (problem !== null) judged.problems.push({ line: sale.line, problem });
    else if (row.state === 'sold_elsewhere') judged.known += 1;
    else {
      judged.sales.push({ ...sale, soldAt, id: row.id!, name: row.name!, asked: row.price });
    }
  }
  judged.problems.sort((a, b) => a.line - b.line);
  return judged;
}

function problemOf(
  sale: SaleElsewhere,
  row: NumberedRow,
  { shop, soldAt, now }: { shop: string; soldAt: Date; now: Date },
): string | null {
  const { cardNumber } = sale;
  if (Number.isNaN(soldAt.getTime())) return `“${sale.soldAt}” is not a day of the calendar`;
  if (soldAt > now) return `${cardNumber} can’t have been sold in the future`;
  if (row.state === null) return `the shop has no card ${cardNumber}`;
  if (row.state === 'sold_elsewhere') {
    const isSame =
      row.shop === shop && row.reference === sale.reference && row.brought === sale.brought;
    return isSame ? null : `${cardNumber} was sold before: ${row.shop} ${row.reference}`;
  }
  if (row.state === 'elsewhere' && row.listed_elsewhere === shop) return null;
  const where =
    row.state === 'elsewhere'
      ? `listed in ${row.listed_elsewhere}`
      : HOUSE_CARD_WORDS[row.state].toLowerCase();
  return `${cardNumber} is not listed in ${shop}: it is ${where}`;
}

export const previewSalesElsewhere = handler(
  rows.previewSalesElsewhere,
  async ({ db, now }, _caller, { shop, file }) => {
    const { sales, ...rest } = await judge(db, shop, file, now());
    return {
      ...rest,
      sales: sales.map(({ id: _id, ...sale }) => sale),
      brought: sum(...sales.map(({ brought }) => brought)),
    };
  },
);

export const sellElsewhere = handler(
  rows.sellElsewhere,
  async (context, caller, { shop, file }) => {
    const { db, now } = context;
    const { sales, known, problems } = await judge(db, shop, file, now());
    const locked = await lockElsewhere(
      db,
      shop,
      sales.map(({ id }) => id),
    );
    const wrong = [
      ...problems,
      ...sales
        .filter(({ id }) => !locked.has(id))
        .map(({ line, cardNumber }) => ({
          line,
          problem: `${cardNumber} is no longer listed in ${shop}`,
        })),
    ];
    if (wrong.length > 0) {
      throw new Rejection('VALIDATION_ERROR', {
        sentence: `Line ${wrong[0]!.line}: ${wrong[0]!.problem}`,
        details: wrong.map(({ line, problem }) => ({ path: `file.${line}`, message: problem })),
      });
    }
    const brought = sum(...sales.map((sale) => sale.brought));
    if (sales.length > 0) {
      await insertSales(db, shop, sales, caller.userId);
      await recordAuditEntry(context, caller, {
        action: 'take_in_sales',
        subject: { kind: 'single', id: sales[0]!.id },
        after: {
          shop,
          brought: decimalOf(brought),
          cards: sales.map(({ cardNumber }) => cardNumber),
        },
      });
    }
    return { sold: sales.length, known, brought };
  },
);
