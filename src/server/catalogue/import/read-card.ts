import type { Finish, Game, Rarity } from '#domain/card.ts';

/** The public sources whose files can be read, as the command line writes them. */
export const CARD_SOURCES = ['scryfall', 'mtgjson', 'pokemontcg', 'ygoprodeck'] as const;
export type CardSource = (typeof CARD_SOURCES)[number];

/** The price of a card at one market on one day. */
export type ReadPrice = {
  /** The market that set the price, whoever passed it on: `tcgplayer` (USD) or `cardmarket` (EUR). */
  source: string;
  /** Whole cents of `currency`, above 0; a price of 0 means none in the sources and is left out. */
  amountMinor: number;
  currency: 'USD' | 'EUR';
  /** ISO date. */
  observedOn: string;
};

/** One printing of one card in one finish, as a public source tells it: a `cards` row. */
export type ReadCard = {
  /** The source's own id and its word for the finish; the same whenever the card is read again. */
  externalId: string;
  game: Game;
  setCode: string;
  setName: string;
  /** ISO date, null where the source does not say. */
  setReleasedOn: string | null;
  name: string;
  number: string;
  nativeRarity: string;
  rarity: Rarity;
  finish: Finish;
  imageUrl: string | null;
  /** The market whose word counts most comes first. */
  prices: ReadPrice[];
};

/** Facts about a set from elsewhere, if they are missing in a file of cards. */
export type SetFields = { code?: string; name?: string; releasedOn?: string | null };

/** What every reader gets besides the file. */
export type ReadOptions = {
  /** ISO date for prices whose file does not say when they were seen: the day of the import. */
  observedOn: string;
  /** Only this set, or the set of a file that does not name it. */
  set?: SetFields;
  /** All sets known by a list beside the cards. */
  sets?: readonly SetFields[];
};
