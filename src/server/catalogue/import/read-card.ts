import type { Finish, Rarity } from '#domain/card.ts';
import type { Game, GameId } from '#domain/game.ts';

/** The public sources whose files can be read, as the command line names them. */
export const CARD_SOURCES = ['scryfall', 'mtgjson', 'pokemontcg', 'ygoprodeck'] as const;
export type CardSource = (typeof CARD_SOURCES)[number];

/** The price of a card at one market on one day. */
export type ReadPrice = {
  /**
   * The market that set the price: `tcgplayer` (USD) or `cardmarket` (EUR). The source that
   * reported the price may be another.
   */
  source: string;
  /**
   * Whole cents of `currency`, above 0. A price of 0 is left out, because it means "no price" in
   * the sources.
   */
  amountMinor: number;
  currency: 'USD' | 'EUR';
  /** ISO date. */
  observedOn: string;
};

/** One printing of one card in one finish, as a public source lists it. It becomes a row of `cards`. */
export type ReadCard = {
  /** The source's own id of the card, with the source's name of the finish. It is the same at every import. */
  externalId: string;
  game: GameId;
  setCode: string;
  setName: string;
  /** The ISO date of the set's release. Null if the source has no date. */
  setReleasedOn: string | null;
  name: string;
  number: string;
  nativeRarity: string;
  rarity: Rarity;
  finish: Finish;
  imageUrl: string | null;
  /** The price of the preferred market comes first. */
  prices: ReadPrice[];
};

/** The fields of a set. They complete a file of cards that lacks them. */
export type SetFields = { code?: string; name?: string; releasedOn?: string | null };

/** The options that every reader gets besides the file. */
export type ReadOptions = {
  /** The game of the cards. It knows its words for rarities. */
  game: Game;
  /** The ISO date for prices that have no date in their file. It is the day of the import. */
  observedOn: string;
  /** Reads only this set. If a file names no set, its cards belong to this set. */
  set?: SetFields;
  /** All sets from a separate list of sets. */
  sets?: readonly SetFields[];
};
