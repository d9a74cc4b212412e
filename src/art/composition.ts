// Composes a card's picture: its motif, framing, ground, side and light. Each of these cycles with the collector
// number. The lengths of the cycles share no factor, so a composition repeats only after many cards, and never among
// six neighbours.

import { rarityRank, type Rarity } from '#domain/card.ts';
import type { GameStyle } from '#domain/game.ts';
import { collectorIndex, firstFace, motifOfCard, turnsOf } from './choose-motif.ts';
import { lightOfCreature } from './creatures.ts';
import type { Motif } from './motif.ts';
import { lightInWords } from './name-light.ts';
import { nameWords } from './name-words.ts';
import { chooseLight, type Light } from './palette.ts';
import { hashText } from './random.ts';

/** Where and how large a subject is in the picture. */
export const FRAMINGS = ['whole', 'close', 'pair', 'aside', 'far', 'medallion', 'trio'] as const;
type Framing = (typeof FRAMINGS)[number];

/** Framings for a landscape, sea or sky, because such a motif has no single subject to zoom in on. */
export const VIEWS = ['whole', 'close', 'mirrored', 'low', 'medallion', 'high', 'panels'] as const;
type View = (typeof VIEWS)[number];

/** Backgrounds of a picture. `own` is the background that the motif draws itself. */
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
export const SCENIC: ReadonlySet<Motif> = new Set([
  'peaks',
  'hills',
  'wood',
  'marsh',
  'plain',
  'desert',
  'boat',
  'island',
  'whale',
  'volcano',
  'storm',
]);
/** Motifs of animals that live in water. */
const WET: ReadonlySet<Motif> = new Set(['koi', 'turtle', 'jellyfish']);
const SKIES = ['own', 'crescent', 'sunburst', 'peaks', 'clouds', 'arch'] as const;
const WATERS = ['own', 'shore', 'deep', 'crescent', 'clouds', 'sunburst'] as const;

/** How a motif is placed in the picture. To draw a motif, one needs only this and the inks. */
export interface Staging {
  framing: Framing | View;
  ground: Ground;
  /** The side on which a subject is drawn if it is not in the middle: -1 is left, 1 is right. */
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
  style: GameStyle;
  rarity: Rarity;
  number: string;
  /** The place among the prints of its number, from 0. If omitted, it is the first. */
  print?: number | undefined;
  set: string;
  /** The motif that `motifsOfSet` chose for the card within its set. If omitted, the name alone decides the motif. */
  motif?: Motif | undefined;
}

function groundsOf(motif: Motif): readonly Ground[] {
  if (SCENIC.has(motif)) return SKIES;
  return WET.has(motif) ? WATERS : GROUNDS;
}

/** Returns the staging for a step. Framings, grounds and sides each cycle with the step. */
function stage(motif: Motif, step: number): Staging {
  const framings = SCENIC.has(motif) ? VIEWS : FRAMINGS;
  const grounds = groundsOf(motif);
  return {
    framing: framings[step % framings.length] as Framing | View,
    // Five shares no factor with six or eight, so each ground appears once before any ground repeats.
    ground: grounds[(step * 5) % grounds.length] as Ground,
    side: Math.floor(step / framings.length) % 2 === 0 ? 1 : -1,
  };
}

/** How many steps the prints of one number are apart, so that they differ in framing, ground and light (choice 1095). */
const STEPS_OF_PRINT = 5;

/** The step of a card's print. Its framing, ground, light and pose cycle with the step. */
export function stepOfPrint({
  number,
  print = 0,
}: Pick<CardToCompose, 'number' | 'print'>): number {
  return collectorIndex(number) + print * STEPS_OF_PRINT;
}

/** The composition of a card's picture, which depends only on its motif, its print and what is printed on the card. */
export function composeCard(card: CardToCompose): Composition {
  const { style } = card;
  const words = nameWords(firstFace(card.name));
  const step = stepOfPrint(card);
  const motif = card.motif ?? motifOfCard(card);
  // Skips one light after each cycle of motifs, so that a motif gets the same light again only after many cards.
  const turns = Math.floor(step / turnsOf(style).length);
  const light = chooseLight({
    style,
    index: (hashText(card.set) % 97) + step + turns,
    isDark: rarityRank(card.rarity) > 2,
    hues: lightInWords(words) ?? (style.namesCreatures ? lightOfCreature(words) : undefined),
  });
  return { motif, ...stage(motif, step), light };
}
