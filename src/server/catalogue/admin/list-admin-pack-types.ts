import * as rows from '#contract/catalogue-admin.ts';
import type { AdminPackType, PACK_TYPE_COLUMNS } from '#contract/catalogue-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { expectedValueOf, OPENED_PACKS_LEAST, type ExpectedValue } from '#domain/expected-value.ts';
import { toCents, type Cents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { isLow, isUnsold } from '#domain/stock-pace.ts';
import type { StockWord } from '#domain/waiting.ts';
import type { Database } from '#engine/database.ts';
import type { GameId } from '#domain/game.ts';
import { amountCell, csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { assertGame } from '../../games/assert-game.ts';
import { listStockPaces } from '../stock-pace-queries.ts';
import {
  findAdminPackType,
  listAdminPackTypeRows,
  listAdminPackTypesAfter,
  type PackTypeFilters,
  type AdminPackTypeRow,
} from './pack-types-queries.ts';
import { listSetRows } from './card-sets-queries.ts';
import { presentKnownPackType } from '../list-pack-types.ts';

export const listAdminPackTypes = handler(
  rows.listAdminPackTypes,
  async (context, _caller, { page, limit, sort, ...asked }) => {
    const { db } = context;
    const { rows, total } = await listAdminPackTypeRows(
      db,
      await filtersOf(context, asked),
      sort,
      limit,
      (page - 1) * limit,
    );
    return {
      packTypes: rows.map((row) => present(context, row)),
      pagination: paginationOf(total, page, limit),
    };
  },
);

async function listTypesOfPace(db: Database, stock: StockWord): Promise<string[]> {
  const isShown = stock === 'low' ? isLow : isUnsold;
  return (await listStockPaces(db)).filter(isShown).map(({ packTypeId }) => packTypeId);
}

type Asked = {
  game?: GameId | undefined;
  search?: string | undefined;
  stock?: StockWord | undefined;
};

async function filtersOf(
  context: Context,
  { game, search, stock }: Asked,
): Promise<PackTypeFilters> {
  assertGame(context, game);
  const ids = stock === undefined ? null : await listTypesOfPace(context.db, stock);
  return { game: game ?? null, search: search || null, ids };
}

const columnsOf = (
  context: Context,
): CsvColumns<(typeof PACK_TYPE_COLUMNS)[number], AdminPackTypeRow> => ({
  name: { head: 'Name', cell: (type) => type.name },
  set: { head: 'Set', cell: (type) => type.set_name },
  price: { head: 'Price', cell: (type) => ({ amount: type.price }) },
  discount: { head: 'Discount', cell: (type) => present(context, type).discount },
  expected: {
    head: 'Expected value',
    cell: (type) => amountCell(expectedValueOfRow(type)?.amount),
  },
  cost: { head: 'Cost', cell: (type) => amountCell(type.cost) },
  limit: { head: 'Limit per person', cell: (type) => type.purchaseLimit },
  tags: { head: 'Tags', cell: (type) => type.tags.join(', ') },
  stock: { head: 'Stock', cell: (type) => type.in_stock },
  state: { head: 'State', cell: (type) => (type.isAvailable ? 'On sale' : 'Off sale') },
});

/**
 * The number of pack types that the export reads at once. It is lower than in other exports,
 * because the cards of each type are added up.
 */
const ROWS_AT_ONCE = 100;

export const exportPackTypes = handler(
  rows.exportPackTypes,
  async (context, _caller, { sort, columns, ...asked }) => {
    const filters = await filtersOf(context, asked);
    return csvFile(columnsOf(context), columns, (after) =>
      listAdminPackTypesAfter(context.db, filters, sort, after, ROWS_AT_ONCE),
    );
  },
);

export const showAdminPackType = handler(
  rows.showAdminPackType,
  async (context, _caller, { id }) => {
    const found = await findAdminPackType(context.db, id);
    if (found === null) throw new Rejection('PACK_NOT_FOUND');
    return present(context, found);
  },
);

export const listSets = handler(
  rows.listSets,
  async (context, _caller, { game, search, page, limit }) => {
    assertGame(context, game);
    const filter = { game: game ?? null, search: search || null };
    const { rows, total } = await listSetRows(context.db, filter, limit, (page - 1) * limit);
    const sets = rows.map(({ released_on: releasedOn, pack_types: packTypes, ...set }) => ({
      ...set,
      releasedOn,
      packTypes,
    }));
    return { sets, pagination: paginationOf(total, page, limit) };
  },
);

/** The expected value of a pack of this type at today's prices. Null if the value is not known. */
export function expectedValueOfRow(row: AdminPackTypeRow): ExpectedValue | null {
  return expectedValueOf(
    {
      counted: row.counted_mean,
      cardCount: row.card_count,
      filling: row.filling,
      odds: row.odds,
    },
    row.values,
  );
}

/** The number of opened packs and their average value. Null if too few packs were opened for an average. */
function openedPacksOfRow({ opened }: AdminPackTypeRow): { packs: number; mean: Cents } | null {
  const { packs, meanCents } = opened;
  if (packs < OPENED_PACKS_LEAST || meanCents === null) return null;
  return { packs, mean: toCents(Math.round(meanCents)) };
}

function present(context: Context, row: AdminPackTypeRow): AdminPackType {
  return {
    ...presentKnownPackType(context, row),
    expectedValue: expectedValueOfRow(row),
    openedPacks: openedPacksOfRow(row),
    nextPrice: row.nextPrice,
    heldBy: row.held_by && { ...row.held_by, closesBy: new Date(row.held_by.closesBy) },
    cost: row.cost,
    hasPicture: row.picture !== null,
  };
}
