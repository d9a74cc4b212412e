// Games as operators make and change them (docs/product.md §2).
import * as z from 'zod/mini';
import { FINISHES, RARITIES, rarityRank, type Rarity } from '#domain/card.ts';
import {
  GAME_NAME_LENGTH_MAX,
  GAME_SCHEMES_MAX,
  GAME_SIGNS,
  GAME_WORD_LENGTH_MAX,
  GAME_WORDS_MAX,
  MOODS,
  type Scheme,
} from '#domain/game.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { version } from './settings-version.ts';
import { text } from './texts.ts';

const HUE_MESSAGE = 'A hue is a whole number from 0 to 359';
const hue = z.int(HUE_MESSAGE).check(z.minimum(0, HUE_MESSAGE), z.maximum(359, HUE_MESSAGE));

/** Two hues, of shadows and of light, and a time of day. */
const scheme = z.object({
  shadow: hue,
  light: hue,
  mood: z.enum(MOODS, `mood must be one of ${MOODS.join(', ')}`),
});
export type WireScheme = z.output<typeof scheme>;

export const schemeOf = ({ shadow, light, mood }: WireScheme): Scheme => [shadow, light, mood];

/** Refuses a word that occurs twice, ignoring case. */
function eachOnce({
  value,
  issues,
}: {
  value: readonly { word: string }[];
  issues: z.core.$ZodRawIssue[];
}): void {
  const seen = new Set<string>();
  for (const [at, { word }] of value.entries()) {
    if (seen.has(word.toLowerCase())) {
      const message = `“${word}” is there twice`;
      issues.push({ code: 'custom', input: value, path: [at, 'word'], message });
    }
    seen.add(word.toLowerCase());
  }
}

/** Refuses a word that comes after a word of a higher rarity. */
function inOrder({
  value,
  issues,
}: {
  value: readonly { rarity: Rarity }[];
  issues: z.core.$ZodRawIssue[];
}): void {
  const ranks = value.map(({ rarity }) => rarityRank(rarity));
  if (ranks.every((rank, at) => rank >= (ranks[at - 1] ?? rank))) return;
  const message = 'rarities must go from common to mythic';
  issues.push({ code: 'custom', input: value, path: [], message });
}

const word = text('word', GAME_WORD_LENGTH_MAX);
const wordsMost = z.maxLength(GAME_WORDS_MAX, `At most ${GAME_WORDS_MAX} words`);
const rarity = z.enum(RARITIES, `rarity must be one of ${RARITIES.join(', ')}`);

/** How the drawings of a game's cards and packs look. */
const styleFields = {
  sign: z.enum(GAME_SIGNS, `sign must be one of ${GAME_SIGNS.join(', ')}`),
  schemes: z
    .array(scheme, 'schemes must be a list')
    .check(
      z.minLength(2, 'A game has at least two colour schemes'),
      z.maxLength(GAME_SCHEMES_MAX, `At most ${GAME_SCHEMES_MAX} colour schemes`),
    ),
};

/** What `/art/sample.svg` draws. */
export const drawnStyle = z.object(styleFields);

const gameFields = {
  name: text('name', GAME_NAME_LENGTH_MAX),
  ...styleFields,
  /** The game's own words, from the lowest to the highest, each with the shop's rarity for it. */
  rarities: z
    .array(z.object({ word, rarity }), 'rarities must be a list')
    .check(wordsMost, eachOnce, inOrder),
  /** The shop's rarity for any other word. Null if such a word is an error in a file. */
  unknownRarity: z.nullable(rarity),
  /** The game's own words for finishes. A card without a word is `normal`. */
  finishes: z
    .array(
      z.object({
        word,
        finish: z.enum(FINISHES, `finish must be one of ${FINISHES.join(', ')}`),
      }),
      'finishes must be a list',
    )
    .check(wordsMost, eachOnce),
};

const game = z.object({
  id: gameId,
  ...gameFields,
  /** How many sets of the catalogue are of the game. */
  sets: z.int(),
  version,
});
export type OperatorsGame = z.output<typeof game>;

const oneGame = z.object({ id: gameId });

export const listGames = endpoint({
  method: 'GET',
  path: '/admin/games',
  summary:
    'The games of the shop’s cards in their order, the style of their drawings and their words.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue', 'shop'],
  reply: z.object({ games: z.array(game) }),
  rejections: [],
});

export const createGame = endpoint({
  method: 'POST',
  path: '/admin/games',
  summary: 'Makes a game, last in their order. Its id never changes.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'shop', 'audit-log'],
  body: z.object({ id: gameId, ...gameFields }),
  reply: game,
  rejections: [],
});

/** A changed word takes effect with the next import (choice 1000). */
export const changeGame = endpoint({
  method: 'PUT',
  path: '/admin/games/{id}',
  summary:
    'Changes a game: all but its id. `version` is the one that the operator saw. Drawings follow at once, the rarities of cards with the next import.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'shop', 'audit-log'],
  params: oneGame,
  body: z.object({ version, ...gameFields }),
  reply: game,
  rejections: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
});

export const deleteGame = endpoint({
  method: 'DELETE',
  path: '/admin/games/{id}',
  summary: 'Deletes a game that has no sets.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'shop', 'audit-log'],
  params: oneGame,
  reply: z.null(),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ OperatorsGame: game, ColourScheme: scheme });
