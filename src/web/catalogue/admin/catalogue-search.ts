// The search parameters of the operators' catalogue: the view, its filters, the page, and the open item.
import type { GameId } from '#domain/game.ts';
import { STOCK_WORDS, type StockWord } from '#domain/waiting.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import {
  gameIn,
  idIn,
  listIn,
  pageIn,
  textIn,
  wordsIn,
  type Address,
} from '../../lists/address-parts.ts';

const CATALOGUE_VIEWS = ['packs', 'sets', 'cards'] as const;
export type CatalogueView = (typeof CATALOGUE_VIEWS)[number];

export type CatalogueSearch = {
  /** If omitted, the page shows the pack types. */
  view?: CatalogueView;
  game?: GameId | undefined;
  search?: string;
  /** Only pack types that are nearly sold out, or that nobody buys. */
  stock?: StockWord;
  page?: number;
  sort?: string;
  columns?: string;
  /** The id of the open pack type or card. */
  id?: string;
  /** True while an operator creates a pack type. */
  make?: true;
};

const SEARCH_LENGTH_MAX = 100;

/** Reads `?view=cards&game=chess&search=heron&page=2&id=...`. Unknown values are dropped. */
export function catalogueSearch(address: Address): CatalogueSearch {
  const view = CATALOGUE_VIEWS.find((one) => one === address['view']);
  const stock = STOCK_WORDS.find((one) => one === address['stock']);
  return {
    ...(view === undefined || view === 'packs' ? {} : { view }),
    ...gameIn(address),
    ...wordsIn(address, SEARCH_LENGTH_MAX),
    ...(stock === undefined ? {} : { stock }),
    ...pageIn(address),
    ...listIn(address),
    ...(view === 'cards' ? idIn(address) : textIn(address, 'id', PACK_TYPE_ID_LENGTH_MAX)),
    ...(address['make'] === true ? { make: true as const } : {}),
  };
}
