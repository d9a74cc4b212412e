// Shows what the shop earned, from the sums of the job `sum-margins` (choice 965).
import * as rows from '#contract/margin.ts';
import type { MarginRow, MarginTotal } from '#contract/margin.ts';
import { csvLine, type CsvCell } from '#domain/csv.ts';
import { returnOfDrop } from '#domain/drop-return.ts';
import { nameOfGame, type Game } from '#domain/game.ts';
import type { MarginGroup } from '#domain/margin-group.ts';
import {
  addMargins,
  leftOf,
  lossesOfPrice,
  MARGIN_COUNTS,
  MARGIN_PARTS,
  meanOf,
  NO_MARGIN,
  type Margin,
  type MarginLine,
} from '#domain/margin.ts';
import { toCents } from '#domain/money.ts';
import { dayOf } from '#domain/day.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { TextFile } from '../http/text-file.ts';
import type { Context } from '../runtime/context.ts';
import {
  findCountedUntil,
  findOwed,
  listDropReturns,
  listMargins,
  listPricedTypes,
  listStockValues,
  type FigureRow,
} from './margin-queries.ts';

/** The most drops on the page, newest first. */
const DROPS_MOST = 50;

const MONTHS_SHOWN = 12;

type Asked = { from?: string | undefined; to?: string | undefined };

/** Fills in the missing end of a period. Rejects a period that ends before it begins, or is too long. */
function periodOf({ from, to }: Asked, now: Date): { from: string; to: string } {
  const last = to ?? dayOf(now).slice(0, 7);
  const first = from ?? monthBefore(last, MONTHS_SHOWN - 1);
  if (first > last || first < monthBefore(last, rows.MARGIN_MONTHS_MAX - 1)) {
    throw new Rejection('VALIDATION_ERROR', {
      sentence: first > last ? 'from must not be after to' : 'The period is too long',
      details: [{ path: 'from', message: 'must be a month of at most ten years before to' }],
    });
  }
  return { from: first, to: last };
}

/** Returns the month that is `count` months before another month, both as yyyy-mm. */
function monthBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + (number - 1) - count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function presentMargin(row: Pick<FigureRow, 'figures'>): Margin {
  const margin = { ...NO_MARGIN };
  for (const part of MARGIN_PARTS) margin[part] = toCents(row.figures[part] ?? 0);
  for (const count of MARGIN_COUNTS) margin[count] = row.figures[count] ?? 0;
  return margin;
}

function present(margin: Margin): MarginTotal {
  return {
    sold: margin.sold,
    discounts: margin.discounts,
    refunds: margin.refunds,
    soldElsewhere: margin.elsewhere,
    boughtBack: margin.bought_back,
    converted: margin.converted,
    shipping: margin.shipping,
    labels: margin.labels,
    fees: margin.fees,
    providerFees: margin.provider_fees,
    packCost: margin.pack_cost,
    singleCost: margin.single_cost,
    recovered: margin.recovered,
    gifts: margin.gifts,
    losses: margin.losses,
    packs: margin.pack_count,
    singles: margin.single_count,
    packsWithoutCost: margin.packs_without_cost,
    labelsWithoutCost: margin.labels_without_cost,
    ...leftOf(margin),
  };
}

const LINE_NAMES: Record<MarginLine, string> = {
  packs: 'Loose packs',
  singles: 'Singles',
  parcels: 'Parcels',
  credits: 'Credits',
  shop: 'The shop itself',
};

function nameOf({ key, line, name }: FigureRow, by: MarginGroup, games: readonly Game[]): string {
  if (by === 'month') return key!;
  if (by === 'game') return key === null ? 'Of no game' : nameOfGame(games, key);
  return name ?? LINE_NAMES[line!];
}

async function readMargin(
  { db, now, settings }: Context,
  asked: Asked & { by: MarginGroup },
): Promise<{ from: string; to: string; rows: MarginRow[]; total: MarginTotal }> {
  const period = periodOf(asked, now());
  const games = settings.games();
  const found = await listMargins(db, { ...period, by: asked.by });
  const margins = found.map(presentMargin);
  return {
    ...period,
    rows: found.map((row, at) => ({
      key: row.key,
      line: row.line,
      name: nameOf(row, asked.by, games),
      ...present(margins[at]!),
    })),
    total: present(addMargins(margins)),
  };
}

export const showMargin = handler(rows.showMargin, async (context, _caller, asked) => {
  const [margin, countedUntil] = await Promise.all([
    readMargin(context, asked),
    findCountedUntil(context.db),
  ]);
  return { ...margin, countedUntil };
});

const CSV_COLUMNS: [head: string, cell: (row: MarginTotal) => CsvCell][] = [
  ['packs', (row) => row.packs],
  ['singles', (row) => row.singles],
  ['sold', (row) => ({ amount: row.sold })],
  ['discounts', (row) => ({ amount: row.discounts })],
  ['refunds', (row) => ({ amount: row.refunds })],
  ['sold_elsewhere', (row) => ({ amount: row.soldElsewhere })],
  ['bought_back', (row) => ({ amount: row.boughtBack })],
  ['converted', (row) => ({ amount: row.converted })],
  ['shipping', (row) => ({ amount: row.shipping })],
  ['labels', (row) => ({ amount: row.labels })],
  ['fees', (row) => ({ amount: row.fees })],
  ['provider_fees', (row) => ({ amount: row.providerFees })],
  ['pack_cost', (row) => ({ amount: row.packCost })],
  ['single_cost', (row) => ({ amount: row.singleCost })],
  ['recovered', (row) => ({ amount: row.recovered })],
  ['gifts', (row) => ({ amount: row.gifts })],
  ['losses', (row) => ({ amount: row.losses })],
  ['packs_without_cost', (row) => row.packsWithoutCost],
  ['labels_without_cost', (row) => row.labelsWithoutCost],
  ['left', (row) => (row.left === null ? 'unknown' : { amount: row.left })],
  ['left_before_unknown', (row) => ({ amount: row.leftBeforeUnknown })],
];

export const exportMargin = handler(rows.exportMargin, async (context, _caller, asked) => {
  const margin = await readMargin(context, asked);
  const line = (name: string, key: string | null, row: MarginTotal) =>
    csvLine([margin.from, margin.to, key, name, ...CSV_COLUMNS.map(([, cell]) => cell(row))]);
  const pieces = [
    csvLine(['from', 'to', asked.by, 'name', ...CSV_COLUMNS.map(([head]) => head)]),
    ...margin.rows.map((row) => line(row.name, row.key, row)),
    line('Total', null, margin.total),
  ];
  return new TextFile(
    (async function* () {
      yield* pieces;
    })(),
  );
});

export const showWorth = handler(rows.showWorth, async ({ db, settings }) => {
  const [owed, stock, drops, types] = await Promise.all([
    findOwed(db),
    listStockValues(db),
    listDropReturns(db, DROPS_MOST),
    listPricedTypes(db),
  ]);
  return {
    owed,
    stock: stock.map((row) => ({
      ...row,
      name: row.name ?? `Singles: ${nameOfGame(settings.games(), row.game)}`,
    })),
    drops: drops.map(({ designed_sum, designed_squares, opened_sum, paid_back, ...drop }) => ({
      ...drop,
      ...returnOfDrop({
        packs: drop.packs,
        opened: drop.opened,
        designedSum: designed_sum,
        designedSquares: Number(designed_squares),
        openedSum: opened_sum,
      }),
      paidBack: meanOf(paid_back, drop.opened),
    })),
    warnings: types
      .map(({ cost, costed, ...type }) => {
        const mean = meanOf(cost, costed);
        return {
          ...type,
          cost: mean,
          warnings: lossesOfPrice(type.price, { cost: mean, returned: type.returned }),
        };
      })
      .filter(({ warnings }) => warnings.length > 0),
  };
});
