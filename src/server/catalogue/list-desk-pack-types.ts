import type {
  DeskPackType,
  listDeskPackTypes as listRow,
  listSets as setsRow,
  showDeskPackType as showRow,
} from '#contract/catalogue-desk.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { Caller } from '#domain/access.ts';
import { expectedValueOf, type ExpectedValue } from '#domain/expected-value.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { packImageUrl } from '../art/art-urls.ts';
import type { Context } from '../runtime/context.ts';
import {
  findDeskPackType,
  listDeskPackTypeRows,
  listSetRows,
  type DeskPackTypeRow,
} from './desk-queries.ts';
import { discountOf } from './list-pack-types.ts';

export async function listDeskPackTypes(
  { db }: Context,
  _caller: Caller,
  { game, search, page, limit }: Input<typeof listRow>,
): Promise<Reply<typeof listRow>> {
  const filter = { game: game ?? null, search: search || null };
  const { rows, total } = await listDeskPackTypeRows(db, filter, limit, (page - 1) * limit);
  return { packTypes: rows.map(present), pagination: paginationOf(total, page, limit) };
}

export async function showDeskPackType(
  { db }: Context,
  _caller: Caller,
  { id }: Input<typeof showRow>,
): Promise<Reply<typeof showRow>> {
  const found = await findDeskPackType(db, id);
  if (found === null) throw new Rejection('PACK_NOT_FOUND');
  return present(found);
}

export async function listSets(
  { db }: Context,
  _caller: Caller,
  { game, search, page, limit }: Input<typeof setsRow>,
): Promise<Reply<typeof setsRow>> {
  const filter = { game: game ?? null, search: search || null };
  const { rows, total } = await listSetRows(db, filter, limit, (page - 1) * limit);
  const sets = rows.map(({ released_on: releasedOn, pack_types: packTypes, ...set }) => ({
    ...set,
    releasedOn,
    packTypes,
  }));
  return { sets, pagination: paginationOf(total, page, limit) };
}

/** What a pack of this type is expected to hold at today's prices. */
export function expectedValueOfRow(row: DeskPackTypeRow): ExpectedValue | null {
  return expectedValueOf(row.card_count, row.odds, row.values);
}

function present(row: DeskPackTypeRow): DeskPackType {
  const original = row.original_price;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    game: row.game,
    set_id: row.set_id,
    set_name: row.set_name,
    card_count: row.card_count,
    price: toCents(row.price),
    originalPrice: original === null ? null : toCents(original),
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
