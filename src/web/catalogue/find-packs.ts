import type { PackType } from '#contract/catalogue.ts';
import type { GameId } from '#domain/game.ts';
import { searchKey } from '#domain/search-key.ts';
import type { PacksSearch } from './cards-search.ts';
import { isBuyable } from './use-buy.ts';

type Pack = Pick<
  PackType,
  'name' | 'set_name' | 'game' | 'price' | 'is_available' | 'availablePacksCount'
>;

/** Returns the packs that match a search, in the search's sort order or, without one, in the shop's own order. */
export function findPacks<One extends Pack>(
  packs: readonly One[],
  { search = '', game, sort }: PacksSearch,
  nameOfGame: (id: GameId) => string,
): One[] {
  const words = searchKey(search).trim().split(/\s+/);
  const found = packs.filter((pack) => {
    const text = searchKey(`${pack.name} ${pack.set_name} ${nameOfGame(pack.game)}`);
    return (game === undefined || pack.game === game) && words.every((word) => text.includes(word));
  });
  // `sort` is stable, so packs that compare as equal stay in the shop's order.
  return sort === undefined ? found : found.sort(ORDERS[sort]);
}

const ORDERS: Record<NonNullable<PacksSearch['sort']>, (one: Pack, other: Pack) => number> = {
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  left: (one, other) => leftOf(one) - leftOf(other),
};

/** Returns the number of packs left, for sorting. A sold-out pack gets Infinity, so that it comes last. */
function leftOf(pack: Pack): number {
  return isBuyable(pack) ? pack.availablePacksCount : Infinity;
}
