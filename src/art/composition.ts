// Composes a card's picture: what it shows, how near, how many, where, and in which light. Each part changes in turn
// with the collector number. The periods share no factor, so a composition repeats late and never among six
// neighbours.

import { rarityRank, type Game, type Rarity } from '#domain/card.ts';
import { chooseMotif, collectorIndex, GAME_MOTIFS } from './choose-motif.ts';
import type { Motif } from './motif.ts';
import { lightInWords } from './name-light.ts';
import { nameWords } from './name-words.ts';
import { chooseLight, type Light } from './palette.ts';
import { hashText } from './random.ts';

/** Where and how large a subject is in the picture. */
export const FRAMINGS = ['whole', 'close', 'pair', 'aside', 'far', 'medallion', 'trio'] as const;
type Framing = (typeof FRAMINGS)[number];

/** Framings of a landscape, sea or sky, which has no subject to zoom in on. */
export const VIEWS = ['whole', 'close', 'mirrored', 'low', 'medallion', 'high', 'panels'] as const;
type View = (typeof VIEWS)[number];

/** Backgrounds. `own`: the ground that the motif draws itself. */
export const GROUNDS = [
  'own',
  'shore',
  'crescent',
  'wood',
  'sunburst',
  'peaks',
  'clouds',
  'arch',
] as const;
export type Ground = (typeof GROUNDS)[number] | 'deep';

/** Motifs that are landscapes. */
const SCENIC: ReadonlySet<Motif> = new Set(['ridge', 'tide', 'storm']);
const SKIES = ['own', 'crescent', 'sunburst', 'peaks', 'clouds', 'arch'] as const;
const WATERS = ['own', 'shore', 'deep', 'crescent', 'clouds', 'sunburst'] as const;

/** How a motif is placed. A drawing needs only this and the inks. */
export interface Staging {
  framing: Framing | View;
  ground: Ground;
  /** The side of a subject that is not in the middle. */
  side: 1 | -1;
}

/** The simplest staging: alone, in the middle, on the motif's own ground. */
export const PLAIN: Staging = { framing: 'whole', ground: 'own', side: 1 };

interface Composition extends Staging {
  motif: Motif;
  light: Light;
}

interface CardToCompose {
  name: string;
  game: Game;
  rarity: Rarity;
  number: string;
  set: string;
}

function groundsOf(motif: Motif): readonly Ground[] {
  if (SCENIC.has(motif)) return SKIES;
  return motif === 'koi' ? WATERS : GROUNDS;
}

/** The staging for this step, in turn. */
function stage(motif: Motif, step: number): Staging {
  const framings = SCENIC.has(motif) ? VIEWS : FRAMINGS;
  const grounds = groundsOf(motif);
  return {
    framing: framings[step % framings.length] as Framing | View,
    // Five shares no factor with six or eight, so each ground comes once in every round.
    ground: grounds[(step * 5) % grounds.length] as Ground,
    side: Math.floor(step / framings.length) % 2 === 0 ? 1 : -1,
  };
}

/** The first name of a card with two faces ("A // B"), because only the first face is drawn. */
export function firstFace(name: string): string {
  return (name.split(' // ')[0] as string).trim();
}

/** The composition of a card's picture, which depends only on what is printed on the card. */
export function composeCard(card: CardToCompose): Composition {
  const name = firstFace(card.name);
  const step = collectorIndex(card.number);
  const motif = chooseMotif(name, card.game, card.number, card.set);
  // Skips one light after each round of motifs, so that a motif meets the same light again only
  // after many cards.
  const turns = Math.floor(step / GAME_MOTIFS[card.game].length);
  const light = chooseLight({
    game: card.game,
    index: (hashText(card.set) % 97) + step + turns,
    isDark: rarityRank(card.rarity) > 2,
    hues: lightInWords(nameWords(name)),
  });
  return { motif, ...stage(motif, step), light };
}
