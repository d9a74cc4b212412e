import * as rows from '#contract/catalogue-admin.ts';
import { verb } from '../../http/verb.ts';
import type { AdminPackType } from '#contract/catalogue-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { expectedValueOf, type ExpectedValue } from '#domain/expected-value.ts';
import { Rejection } from '#domain/rejection.ts';
import { packImageUrl } from '../art-urls.ts';
import {
  findAdminPackType,
  listAdminPackTypeRows,
  type AdminPackTypeRow,
} from './pack-types-queries.ts';
import { listSetRows } from './card-sets-queries.ts';
import { discountOf } from '../list-pack-types.ts';

export const listAdminPackTypes = verb(
  rows.listAdminPackTypes,
  async ({ db }, _caller, { game, search, page, limit }) => {
    const filter = { game: game ?? null, search: search || null };
    const { rows, total } = await listAdminPackTypeRows(db, filter, limit, (page - 1) * limit);
    return { packTypes: rows.map(present), pagination: paginationOf(total, page, limit) };
  },
);

export const showAdminPackType = verb(rows.showAdminPackType, async ({ db }, _caller, { id }) => {
  const found = await findAdminPackType(db, id);
  if (found === null) throw new Rejection('PACK_NOT_FOUND');
  return present(found);
});

export const listSets = verb(
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

/** What a pack of this type is expected to hold at today's prices. */
export function expectedValueOfRow(row: AdminPackTypeRow): ExpectedValue | null {
  return expectedValueOf(row.card_count, row.odds, row.values);
}

function present(row: AdminPackTypeRow): AdminPackType {
  const original = row.original_price;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    game: row.game,
    set_id: row.set_id,
    set_name: row.set_name,
    card_count: row.card_count,
    price: row.price,
    originalPrice: original,
    discount: discountOf(row.price, original),
    expectedValue: expectedValueOfRow(row),
    stock: row.in_stock,
    is_available: row.is_available,
    guaranteed: row.guaranteed,
    purchaseLimit: row.purchase_limit,
    tags: row.tags,
    details: row.details,
    packImageUrl: packImageUrl(row.id, row.picture),
    hasPicture: row.picture !== null,
    updatedAt: row.updated_at,
  };
}
