// What the address of the operators' catalogue says: which list, narrowed to what, and what is open.
import { GAMES, type Game } from '#domain/card.ts';

export const CATALOGUE_VIEWS = ['packs', 'sets', 'cards'] as const;
export type CatalogueView = (typeof CATALOGUE_VIEWS)[number];

export type CatalogueSearch = {
  /** Left out: the pack types. */
  view?: CatalogueView;
  game?: Game;
  search?: string;
  page?: number;
  /** The pack type or the card that is open. */
  id?: string;
  /** A new pack type is being made. */
  make?: true;
};

const SEARCH_LENGTH_MAX = 100;

/** Reads `?view=cards&game=magic&search=heron&page=2&id=...`; what is not understood is left out. */
export function catalogueSearch(address: Record<string, unknown>): CatalogueSearch {
  const view = CATALOGUE_VIEWS.find((one) => one === address['view']);
  const game = GAMES.find((one) => one === address['game']);
  const text = address['search'];
  // A search that looks like a number comes as one.
  const search =
    typeof text === 'string' || typeof text === 'number'
      ? String(text).slice(0, SEARCH_LENGTH_MAX)
      : '';
  const page = Number(address['page']);
  const id = address['id'];
  return {
    ...(view === undefined || view === 'packs' ? {} : { view }),
    ...(game === undefined ? {} : { game }),
    ...(search.trim() === '' ? {} : { search }),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    ...(address['make'] === true ? { make: true as const } : {}),
  };
}
