import * as rows from '#contract/catalogue.ts';
import type { CountedFacts, PackType } from '#contract/catalogue.ts';
import { discountFrom, formerPrice } from '#domain/former-price.ts';
import { packTypeFieldsOf } from '#domain/pack-type.ts';
import { shareOfPacks, type FactsBasis } from '#domain/pack-facts.ts';
import { Rejection } from '#domain/rejection.ts';
import { sellPrice } from '#domain/sellback.ts';
import { handler } from '../http/handler.ts';
import { cardImageUrl, packImageUrl } from './art-urls.ts';
import { assertGame } from '../games/assert-game.ts';
import type { Context } from '../runtime/context.ts';
import { listOpenedValues, type PackTypeFactsRow } from './pack-type-facts-queries.ts';
import { tellHitsApart } from './set-motifs.ts';
import { listPackTypeRows, type KnownPackType, type PackTypeRow } from './pack-types-queries.ts';

export const listPackTypes = handler(rows.listPackTypes, async (context, _caller, { game }) => {
  assertGame(context, game);
  const rows = await listPackTypeRows(context.db, { game });
  const types = rows.map((row) => presentPackType(context, row));
  return tellHitsApart(context, types);
});

export const showPackType = handler(rows.showPackType, async (context, _caller, { id }) => {
  const [found] = await listPackTypeRows(context.db, { id });
  if (found === undefined) throw new Rejection('PACK_NOT_FOUND');
  const [type] = await tellHitsApart(context, [presentPackType(context, found)]);
  return type!;
});

export const showPackFacts = handler(rows.showPackFacts, async (context, _caller, { id }) => {
  const [found] = await listPackTypeRows(context.db, { id });
  if (found === undefined) throw new Rejection('PACK_NOT_FOUND');
  const { stock, price, odds, counted, potentialHitsCards, pricesAsOf } = presentPackType(
    context,
    found,
  );
  return {
    packTypeId: found.id,
    basis: basisOf(found),
    left: stock,
    price,
    odds,
    counted,
    top: potentialHitsCards,
    pricesAsOf,
  };
});

export const showOpenedPacks = handler(rows.showOpenedPacks, async ({ db }, _caller, { id }) => {
  const [[found], values] = await Promise.all([
    listPackTypeRows(db, { id }),
    listOpenedValues(db, id),
  ]);
  if (found === undefined) throw new Rejection('PACK_NOT_FOUND');
  const abovePrice = values.filter((value) => value > found.price).length;
  return { packTypeId: id, price: found.price, packs: values.length, abovePrice, values };
});

/** Presents the given pack types, in the order of `ids`. */
export async function presentPackTypes(context: Context, ids: string[]): Promise<PackType[]> {
  if (ids.length === 0) return [];
  const rows = await listPackTypeRows(context.db, { ids });
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => presentPackType(context, row));
}

type Shown = Pick<Context, 'config' | 'now' | 'settings'>;

/** A pack type as the API shows it to shoppers. */
export function presentPackType(context: Shown, row: PackTypeRow): PackType {
  return {
    ...presentKnownPackType(context, row),
    availablePacksCount: row.in_stock,
    odds: presentOdds(row),
    counted: row.facts && presentCounted(row.facts),
    pricesAsOf: row.prices_as_of,
    potentialHitsCards: row.hits.map((hit) => ({
      cardId: hit.id,
      cardName: hit.name,
      cardImageUrl: cardImageUrl(context, hit),
      instantCredit: sellPrice(hit.market_value),
      rarity: hit.rarity,
      packs: hit.packs,
    })),
    createdAt: row.created_at,
  };
}

/** The source of the odds that a shopper sees. */
function basisOf({ facts, odds, odds_counted }: PackTypeRow): FactsBasis {
  if (facts !== null) return 'counted';
  return odds_counted || odds.length === 0 ? 'unknown' : 'estimate';
}

/**
 * The odds that a shopper sees: the counted odds, or else the odds of the known filling, or else
 * none. A rarity that no counted pack holds is listed only if a pack of the type could hold it.
 */
function presentOdds(row: PackTypeRow): PackType['odds'] {
  const { facts, odds } = row;
  if (facts !== null) {
    const isPossible = new Set(odds.map(({ rarity }) => rarity));
    return facts.odds
      .filter(({ rarity, packs }) => packs > 0 || isPossible.has(rarity))
      .map(({ rarity, packs }) => ({ rarity, chance: shareOfPacks(packs, facts.packs), packs }));
  }
  return basisOf(row) === 'unknown' ? [] : odds.map((one) => ({ ...one, packs: null }));
}

function presentCounted(facts: PackTypeFactsRow): CountedFacts {
  const shareOf = (packs: number) => ({ packs, chance: shareOfPacks(packs, facts.packs) });
  return {
    packs: facts.packs,
    countedAt: new Date(facts.counted_at),
    isCurrent: true,
    newerPacks: facts.newer,
    drop: facts.drop,
    price: facts.price,
    market: { mean: facts.market_mean, median: facts.market_median, best: facts.market_best },
    soldBack: {
      mean: facts.sold_back_mean,
      median: facts.sold_back_median,
      best: facts.sold_back_best,
    },
    bringPrice: {
      market: shareOf(facts.market_brings),
      soldBack: shareOf(facts.sold_back_brings),
    },
  };
}

/** The fields of a pack type that both shoppers and operators see. */
export function presentKnownPackType(context: Shown, row: KnownPackType) {
  const { isAvailable, nextPrice: _ofOperators, ...facts } = packTypeFieldsOf(row);
  const history = row.asked.map(({ price, since }) => ({ price, since: new Date(since) }));
  const originalPrice = formerPrice(history, row.price, context.now());
  return {
    ...facts,
    id: row.id,
    originalPrice,
    discount: discountFrom(originalPrice, row.price),
    game: row.game,
    packImageUrl: packImageUrl(context, row.id, row.picture),
    card_count: row.card_count,
    set_id: row.set_id,
    set_name: row.set_name,
    is_available: isAvailable,
    stock: row.in_stock,
    updatedAt: row.updated_at,
  };
}
