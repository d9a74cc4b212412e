import type { Finish, Game, Rarity } from '#domain/card.ts';

/** The public sources whose files can be read, as the command line names them. */
export const CARD_SOURCES = ['scryfall', 'mtgjson', 'pokemontcg', 'ygoprodeck'] as const;
export type CardSource = (typeof CARD_SOURCES)[number];

/** The price of a card at one market on one day. */
export type ReadPrice = {
  /**
   * The market that set the price: `tcgplayer` (USD) or `cardmarket` (EUR). Not the source that
   * passed the price on.
   */
  source: string;
  /**
   * Whole cents of `currency`, above 0. Prices of 0 are left out, because they mean "no price" in
   * the sources.
   */
  amountMinor: number;
  currency: 'USD' | 'EUR';
  /** ISO date. */
  observedOn: string;
};

/** One printing of one card in one finish, as a public source lists it: a `cards` row. */
export type ReadCard = {
  /**
   * The source's own id and the source's name of the finish. Stays the same whenever the card is
   * read again.
   */
  externalId: string;
  game: Game;
  setCode: string;
  setName: string;
  /** ISO date; null if the source has none. */
  setReleasedOn: string | null;
  name: string;
  number: string;
  nativeRarity: string;
  rarity: Rarity;
  finish: Finish;
  imageUrl: string | null;
  /** The preferred market comes first. */
  prices: ReadPrice[];
};

/** The fields of a set, for a file of cards that lacks them. */
export type SetFields = { code?: string; name?: string; releasedOn?: string | null };

/** The input of every reader besides the file. */
export type ReadOptions = {
  /** ISO date of prices that have no date in their file: the day of the import. */
  observedOn: string;
  /** The only set to read, or the set of a file that does not name one. */
  set?: SetFields;
  /** All sets from a separate list of sets. */
  sets?: readonly SetFields[];
};
