import * as rows from '#contract/catalogue.ts';
import type { PackType } from '#contract/catalogue.ts';
import type { Cents } from '#domain/money.ts';
import { packTypeFactsOf } from '#domain/pack-type.ts';
import { Rejection } from '#domain/rejection.ts';
import { sellPrice } from '#domain/sellback.ts';
import { verb } from '../http/verb.ts';
import { cardImageUrl, packImageUrl } from './art-urls.ts';
import type { Context } from '../runtime/context.ts';
import { listPackTypeRows, type KnownPackType, type PackTypeRow } from './pack-types-queries.ts';

export const listPackTypes = verb(rows.listPackTypes, async (context, _caller, { game }) => {
  const rows = await listPackTypeRows(context.db, { game });
  return rows.map((row) => presentPackType(context, row));
});

export const showPackType = verb(rows.showPackType, async (context, _caller, { id }) => {
  const [found] = await listPackTypeRows(context.db, { id });
  if (found === undefined) throw new Rejection('PACK_NOT_FOUND');
  return presentPackType(context, found);
});

/** Some pack types, in the order of their ids. */
export async function presentPackTypes(context: Context, ids: string[]): Promise<PackType[]> {
  if (ids.length === 0) return [];
  const rows = await listPackTypeRows(context.db, { ids });
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => presentPackType(context, row));
}

/** A pack type as the API shows it to shoppers. */
export function presentPackType({ config }: Pick<Context, 'config'>, row: PackTypeRow): PackType {
  return {
    ...presentKnownPackType(row),
    availablePacksCount: row.in_stock,
    odds: row.odds,
    pricesAsOf: row.prices_as_of,
    potentialHitsCards: row.hits.map((hit) => ({
      cardId: hit.id,
      cardName: hit.name,
      cardImageUrl: cardImageUrl(config, hit),
      instantCredit: sellPrice(hit.market_value),
      rarity: hit.rarity,
    })),
    createdAt: row.created_at,
  };
}

/** What both shoppers and operators see. */
export function presentKnownPackType(row: KnownPackType) {
  const { isAvailable, ...facts } = packTypeFactsOf(row);
  return {
    ...facts,
    id: row.id,
    discount: discountOf(row.price, row.originalPrice),
    game: row.game,
    packImageUrl: packImageUrl(row.id, row.picture),
    card_count: row.card_count,
    set_id: row.set_id,
    set_name: row.set_name,
    is_available: isAvailable,
    stock: row.in_stock,
    updatedAt: row.updated_at,
  };
}

/** The discount from the original price in percent, rounded; null if not reduced. */
function discountOf(price: Cents, original: Cents | null): number | null {
  return original === null ? null : Math.round((1 - price / original) * 100);
}
