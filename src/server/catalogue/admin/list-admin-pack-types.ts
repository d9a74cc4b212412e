import * as rows from '#contract/catalogue-admin.ts';
import type { AdminPackType } from '#contract/catalogue-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { expectedValueOf, OPENED_PACKS_LEAST, type ExpectedValue } from '#domain/expected-value.ts';
import { toCents, type Cents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../../http/handler.ts';
import {
  findAdminPackType,
  listAdminPackTypeRows,
  type AdminPackTypeRow,
} from './pack-types-queries.ts';
import { listSetRows } from './card-sets-queries.ts';
import { presentKnownPackType } from '../list-pack-types.ts';

export const listAdminPackTypes = handler(
  rows.listAdminPackTypes,
  async ({ db, now }, _caller, { game, search, page, limit }) => {
    const filter = { game: game ?? null, search: search || null };
    const { rows, total } = await listAdminPackTypeRows(db, filter, limit, (page - 1) * limit);
    return {
      packTypes: rows.map((row) => present(row, now())),
      pagination: paginationOf(total, page, limit),
    };
  },
);

export const showAdminPackType = handler(
  rows.showAdminPackType,
  async ({ db, now }, _caller, { id }) => {
    const found = await findAdminPackType(db, id);
    if (found === null) throw new Rejection('PACK_NOT_FOUND');
    return present(found, now());
  },
);

export const listSets = handler(
  rows.listSets,
  async ({ db }, _caller, { game, search, page, limit }) => {
    const filter = { game: game ?? null, search: search || null };
    const { rows, total } = await listSetRows(db, filter, limit, (page - 1) * limit);
    const sets = rows.map(({ released_on: releasedOn, pack_types: packTypes, ...set }) => ({
      ...set,
      releasedOn,
      packTypes,
    }));
    return { sets, pagination: paginationOf(total, page, limit) };
  },
);

/** The expected value of a pack of this type at today's prices. Null: not known. */
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

/** The number of opened packs and their average value. Null: there are too few for an average. */
function openedPacksOfRow({ opened }: AdminPackTypeRow): { packs: number; mean: Cents } | null {
  const { packs, meanCents } = opened;
  if (packs < OPENED_PACKS_LEAST || meanCents === null) return null;
  return { packs, mean: toCents(Math.round(meanCents)) };
}

function present(row: AdminPackTypeRow, now: Date): AdminPackType {
  return {
    ...presentKnownPackType(row, now),
    expectedValue: expectedValueOfRow(row),
    openedPacks: openedPacksOfRow(row),
    hasPicture: row.picture !== null,
  };
}
