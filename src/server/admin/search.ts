// The operators' search across all subjects. Each right has its own call, which finds what the right may see.
import * as rows from '#contract/admin-search.ts';
import type { Found } from '#contract/admin-search.ts';
import { writeCardNumber } from '#domain/card-number.ts';
import { FOUND_WITH, type FoundKind } from '#domain/desk-search.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '#engine/database.ts';
import { searchUsers } from '../accounts/admin/users-queries.ts';
import { listAdminPackTypeRows } from '../catalogue/admin/pack-types-queries.ts';
import { listCatalogueCards } from '../catalogue/search-cards-queries.ts';
import { searchOrders } from '../checkout/admin/orders-queries.ts';
import { handler } from '../http/handler.ts';
import { searchParcels } from '../shipping/admin/shipments-queries.ts';
import { searchSingles } from '../singles/admin/singles-queries.ts';
import { findPackByNumber, searchPacks } from '../stock/admin/physical-packs-queries.ts';
import { recordSerialsSeen } from '../stock/admin/stock.ts';
import { searchTransactions } from '../wallet/admin/transactions-queries.ts';
import { searchCards } from './search-queries.ts';

/** The number of matches of each kind. Operators who need more open the list of that kind. */
const MOST = 5;

type Match = Pick<Found, 'id' | 'name'> & Partial<Found>;

const SEARCHES: Record<FoundKind, (db: Database, search: string) => Promise<Match[]>> = {
  order: async (db, search) =>
    (await searchOrders(db, search, MOST)).map((one) => ({
      id: one.id,
      name: one.email,
      state: one.state,
      at: one.created_at,
    })),
  person: async (db, search) =>
    (await searchUsers(db, search, MOST)).map((one) => ({
      id: one.id,
      name: one.email,
      about: one.full_name ?? one.username,
      state: one.state,
      at: one.created_at,
    })),
  parcel: async (db, search) =>
    (await searchParcels(db, search, MOST)).map((one) => ({
      id: one.id,
      name: one.tracking_number ?? one.email,
      about: one.address && `${one.address.firstName} ${one.address.lastName}`,
      state: one.state,
      at: one.requested_at,
    })),
  transaction: async (db, search) =>
    (await searchTransactions(db, search, MOST)).map((one) => ({
      id: one.id,
      name: one.email,
      about: one.description,
      state: one.kind,
      at: one.created_at,
      personId: one.user_id,
    })),
  pack: async (db, search) =>
    (await searchPacks(db, search, MOST)).map((one) => ({
      id: one.id,
      name: one.serial,
      about: one.pack_type_name,
      state: one.state,
      at: one.received_at,
    })),
  card: async (db, search) =>
    (await searchCards(db, search, MOST)).map((one) => ({
      id: one.id,
      name: `${one.name} ${one.number}`,
      about: writeCardNumber({
        certification: one.certification_number,
        position: one.position,
      }),
      state: one.status,
      at: one.opened_at,
    })),
  single: async (db, search) =>
    (await searchSingles(db, search, MOST)).map((one) => ({
      id: one.id,
      name: `${one.name} ${one.number}`,
      about: writeCardNumber({
        certification: one.certification_number,
        position: one.position,
      }),
      state: one.state,
      at: one.came_at,
    })),
  pack_type: async (db, search) =>
    (
      await listAdminPackTypeRows(db, { game: null, search, ids: null }, undefined, MOST, 0)
    ).rows.map(({ id, name }) => ({
      id,
      name,
      about: id,
    })),
  catalogue_card: async (db, search) => {
    const { rows: found } = await listCatalogueCards(db, {
      filter: { search },
      game: undefined,
      setId: undefined,
      isInPacks: false,
      hasSingles: false,
      ownerId: undefined,
      wisherId: undefined,
      sortBy: 'price',
      sortOrder: 'desc',
      limit: MOST,
      offset: 0,
    });
    return found.map((one) => ({
      id: one.id,
      name: `${one.name} ${one.number}`,
      about: one.set_name,
    }));
  },
};

async function find(
  db: Database,
  search: string,
  kinds: readonly FoundKind[],
): Promise<{ found: Found[] }> {
  const matches = await Promise.all(
    kinds.map(async (kind) =>
      (await SEARCHES[kind](db, search)).map((one) => ({
        about: null,
        state: null,
        at: null,
        personId: null,
        ...one,
        kind,
      })),
    ),
  );
  return { found: matches.flat() };
}

export const searchPacking = handler(rows.searchPacking, ({ db }, _caller, { search }) =>
  find(db, search, FOUND_WITH.packing),
);
export const searchSupport = handler(rows.searchSupport, ({ db }, _caller, { search }) =>
  find(db, search, FOUND_WITH.support),
);
export const searchCatalogue = handler(rows.searchCatalogue, ({ db }, _caller, { search }) =>
  find(db, search, FOUND_WITH.catalogue),
);
export const searchMoney = handler(rows.searchMoney, ({ db }, _caller, { search }) =>
  find(db, search, FOUND_WITH.money),
);

export const findPackBySerial = handler(
  rows.findPackBySerial,
  async (context, caller, { serial }) => {
    const pack = await findPackByNumber(context.db, serial);
    if (pack === null) throw new Rejection('NOT_FOUND');
    await recordSerialsSeen(context, caller, [pack], serial);
    return { id: pack.id };
  },
);
