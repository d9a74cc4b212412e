// What a game is to the shop: data that operators make and change (docs/product.md §2).
import type { Finish, Rarity } from './card.ts';

/** A game's id, as data, addresses and files write it. It never changes. */
export type GameId = string;

export const GAME_ID_FORM = /^[a-z][a-z0-9-]{1,31}$/;

/** Our own signs of games, drawn in `src/art/signs.ts`. No sign resembles a publisher's mark. */
export const GAME_SIGNS = [
  'disc',
  'three-rings',
  'wedge',
  'square',
  'wave',
  'cross',
  'hexagon',
  'arrow',
] as const;
export type GameSign = (typeof GAME_SIGNS)[number];

/** Times of day in a drawing, from the palest sky to the darkest. */
export const MOODS = ['day', 'dawn', 'dusk', 'deep', 'ember', 'night'] as const;
export type Mood = (typeof MOODS)[number];

/** Two hues in degrees (0 to 359), of shadows and of light, and a time of day. */
export type Scheme = readonly [shadowHue: number, lightHue: number, mood: Mood];

/** How the drawings of a game's cards and packs look. */
export type GameStyle = {
  sign: GameSign;
  /** 2 to 16 schemes. Neighbouring cards of a set get different ones. */
  schemes: readonly Scheme[];
  /**
   * Motifs for cards whose names don't say what to draw, in the order in which a set uses them. If empty, any motif.
   */
  motifs: readonly string[];
  /** Motifs for packs whose titles don't say what to draw. If empty, any motif. */
  packMotifs: readonly string[];
  /** Whether the game invents names of creatures. If so, a part of a name may say what to draw. */
  namesCreatures: boolean;
};

export type Game = {
  id: GameId;
  /** Its full name, for labels. */
  name: string;
  style: GameStyle;
  /** The game's own words for rarities, from the lowest to the highest, each with the shop's rarity for it. */
  rarities: readonly { word: string; rarity: Rarity }[];
  /** The shop's rarity for a word that is not listed. If null, such a word is an error in the file. */
  unknownRarity: Rarity | null;
  /** The game's own words for finishes. A card without a word is `normal`. */
  finishes: readonly { word: string; finish: Finish }[];
};

export const GAME_NAME_LENGTH_MAX = 60;
export const GAME_WORD_LENGTH_MAX = 60;
export const GAME_WORDS_MAX = 200;
export const GAME_SCHEMES_MAX = 16;

/** A game's name, or its id if the shop has no such game. */
export function nameOfGame(games: readonly Pick<Game, 'id' | 'name'>[], id: GameId): string {
  return games.find((game) => game.id === id)?.name ?? id;
}

/** The message about an id that is none of these games. */
export function notOneOf(games: readonly Pick<Game, 'id'>[]): string {
  return `game must be one of ${games.map(({ id }) => id).join(', ')}`;
}
