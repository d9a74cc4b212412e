// How a card's picture is composed: what it shows, how near and how many of it, where and in which
// light. Each part goes round in turn by collector number, with periods that share no factor, so that
// the same composition comes back late and never among six neighbours.

import { rarityRank, type Game, type Rarity } from '#domain/card.ts';
import { chooseMotif, collectorIndex, GAME_MOTIFS } from './choose-motif.ts';
import type { Motif } from './motif.ts';
import { lightInWords } from './name-light.ts';
import { nameWords } from './name-words.ts';
import { chooseLight, type Light } from './palette.ts';
import { hashText } from './random.ts';

/** How a subject stands in the picture. */
export const FRAMINGS = ['whole', 'close', 'pair', 'aside', 'far', 'medallion', 'trio'] as const;
type Framing = (typeof FRAMINGS)[number];

/** How a land, a sea or a sky is cut out; it has no subject that could come nearer. */
export const VIEWS = ['whole', 'close', 'mirrored', 'low', 'medallion', 'high', 'panels'] as const;
type View = (typeof VIEWS)[number];

/** What lies behind; `own` is what the motif draws for itself. */
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

/** The motifs that are a view themselves. */
const SCENIC: ReadonlySet<Motif> = new Set(['ridge', 'tide', 'storm']);
const SKIES = ['own', 'crescent', 'sunburst', 'peaks', 'clouds', 'arch'] as const;
const WATERS = ['own', 'shore', 'deep', 'crescent', 'clouds', 'sunburst'] as const;

/** How a motif is staged; the drawing needs no more of a composition than this and its inks. */
export interface Staging {
  framing: Framing | View;
  ground: Ground;
  /** Which side a subject that is not in the middle takes. */
  side: 1 | -1;
}

/** The motif as it was first drawn: alone, in the middle, on its own ground. */
export const PLAIN: Staging = { framing: 'whole', ground: 'own', side: 1 };

interface Composition extends Staging {
  motif: Motif;
  light: Light;
}

/** What a composition depends on. */
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

/** The staging whose turn it is. */
function stage(motif: Motif, step: number): Staging {
  const framings = SCENIC.has(motif) ? VIEWS : FRAMINGS;
  const grounds = groundsOf(motif);
  return {
    framing: framings[step % framings.length] as Framing | View,
    // Five shares no factor with six or eight: each ground comes once a round.
    ground: grounds[(step * 5) % grounds.length] as Ground,
    side: Math.floor(step / framings.length) % 2 === 0 ? 1 : -1,
  };
}

/** Of a card with two faces ("A // B") the first is drawn. */
export function firstFace(name: string): string {
  return (name.split(' // ')[0] as string).trim();
}

/** The composition of a card's picture; nothing but its print decides it. */
export function composeCard(card: CardToCompose): Composition {
  const name = firstFace(card.name);
  const step = collectorIndex(card.number);
  const motif = chooseMotif(name, card.game, card.number, card.set);
  // One step more each time the motifs have come round, so the same pair comes back late.
  const turns = Math.floor(step / GAME_MOTIFS[card.game].length);
  const light = chooseLight({
    game: card.game,
    index: (hashText(card.set) % 97) + step + turns,
    isDark: rarityRank(card.rarity) > 2,
    hues: lightInWords(nameWords(name)),
  });
  return { motif, ...stage(motif, step), light };
}
