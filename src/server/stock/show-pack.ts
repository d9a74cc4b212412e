// Lists the packs of a type that are for sale, and shows a single pack.
import * as rows from '#contract/stock.ts';
import { paginationOf } from '#contract/paging.ts';
import { Rejection } from '#domain/rejection.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { handler } from '../http/handler.ts';
import { presentPackType } from '../catalogue/list-pack-types.ts';
import { findPackForSale, listPacksForSale } from './places-queries.ts';
import { listPackTypeRows } from '../catalogue/pack-types-queries.ts';

export const listAvailablePacks = handler(
  rows.listAvailablePacks,
  async ({ db }, _caller, { id, page, limit: asked, count }) => {
    const limit = count ?? asked;
    const [type] = await listPackTypeRows(db, { id });
    if (type === undefined) throw new Rejection('PACK_NOT_FOUND');
    // The stock is zero if an operator has turned off the sale of the type.
    const total = type.isAvailable ? type.in_stock : 0;
    const packs = total === 0 ? [] : await listPacksForSale(db, id, limit, (page - 1) * limit);
    return {
      packs: packs.map((pack) => ({
        id: pack.id,
        physicalPackId: pack.id,
        packTypeId: id,
        name: type.name,
        certificationNumber: null,
      })),
      pagination: paginationOf(total, page, limit),
    };
  },
);

/** Shows a pack type. If the id is of a physical pack for sale, shows this pack without its content. */
export const showPack = handler(rows.showPack, async (context, _caller, { id }) => {
  const { db } = context;
  const physical = UUID_FORM.test(id) ? await findPackForSale(db, id) : null;
  const [found] = await listPackTypeRows(db, { id: physical?.pack_type_id ?? id });
  if (found === undefined) throw new Rejection('PACK_NOT_FOUND');
  const type = presentPackType(context, found);
  return {
    ...type,
    id: physical?.id ?? type.id,
    physicalPackId: physical?.id ?? null,
    image: type.packImageUrl,
    cardCount: type.card_count,
    isAvailable: type.is_available && type.stock > 0,
    setName: type.set_name,
    packType: type.id,
  };
});
