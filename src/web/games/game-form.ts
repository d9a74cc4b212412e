// The values that an operator types about a game, and their conversion to the endpoints' fields (choice 998).
import type { OperatorsGame, WireScheme } from '#contract/games.ts';
import { FINISHES, RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import type { GameSign, Mood } from '#domain/game.ts';
import { splitLines } from '../admin-kit/lines.tsx';

export type TypedScheme = { shadow: string; light: string; mood: Mood };

export type TypedGame = {
  id: string;
  name: string;
  sign: GameSign;
  schemes: TypedScheme[];
  /** The game's own words for each of the shop's rarities, one per line, from the lowest. */
  rarityWords: Record<Rarity, string>;
  /** If empty, an unknown word is an error. */
  unknownRarity: '' | Rarity;
  finishWords: Record<Finish, string>;
};

export const NEW_SCHEME: TypedScheme = { shadow: '260', light: '40', mood: 'dusk' };

/** What a new game looks like until its operator chooses. */
const FIRST_SCHEMES: TypedScheme[] = [
  NEW_SCHEME,
  { shadow: '200', light: '120', mood: 'day' },
  { shadow: '20', light: '75', mood: 'dawn' },
  { shadow: '285', light: '335', mood: 'night' },
];

export function startOf(game: OperatorsGame | null): TypedGame {
  const wordsAs = <Meaning extends string>(
    meanings: readonly Meaning[],
    words: readonly { word: string; as: Meaning }[] = [],
  ) =>
    Object.fromEntries(
      meanings.map((meaning) => [
        meaning,
        words.flatMap(({ word, as }) => (as === meaning ? [word] : [])).join('\n'),
      ]),
    ) as Record<Meaning, string>;
  return {
    id: game?.id ?? '',
    name: game?.name ?? '',
    sign: game?.sign ?? 'square',
    schemes:
      game?.schemes.map(({ shadow, light, mood }) => ({
        shadow: String(shadow),
        light: String(light),
        mood,
      })) ?? FIRST_SCHEMES,
    rarityWords: wordsAs(
      RARITIES,
      game?.rarities.map(({ word, rarity }) => ({ word, as: rarity })),
    ),
    unknownRarity: game === null ? '' : (game.unknownRarity ?? ''),
    finishWords: wordsAs(
      FINISHES,
      game?.finishes.map(({ word, finish }) => ({ word, as: finish })),
    ),
  };
}

/** Converts a typed hue. An empty text becomes NaN, which the schema rejects. */
const hueOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

export const schemesOf = (typed: readonly TypedScheme[]): WireScheme[] =>
  typed.map(({ shadow, light, mood }) => ({ shadow: hueOf(shadow), light: hueOf(light), mood }));

export function requestOf({
  schemes,
  rarityWords,
  unknownRarity,
  finishWords,
  ...game
}: TypedGame) {
  return {
    ...game,
    schemes: schemesOf(schemes),
    rarities: RARITIES.flatMap((rarity) =>
      splitLines(rarityWords[rarity]).map((word) => ({ word, rarity })),
    ),
    unknownRarity: unknownRarity === '' ? null : unknownRarity,
    finishes: FINISHES.flatMap((finish) =>
      splitLines(finishWords[finish]).map((word) => ({ word, finish })),
    ),
  };
}

/** Returns the path of the field that shows an error. A word is in the field of its rarity or finish. */
export function fieldOf(path: string[], typed: TypedGame): string[] {
  const [list, at] = path;
  const { rarities, finishes } = requestOf(typed);
  if (list === 'rarities') return ['rarityWords', rarities[Number(at ?? 0)]?.rarity ?? 'common'];
  if (list === 'finishes') return ['finishWords', finishes[Number(at ?? 0)]?.finish ?? 'normal'];
  // The list as a whole has no field, so its error is shown at its first row.
  return list === 'schemes' && at === undefined ? ['schemes', '0', 'shadow'] : path;
}
