// Chooses the motifs of a set's cards. The name of a card says what the card may show; its neighbours rule out the
// motifs that they show already (choice 940).

import { rarityRank, type Rarity } from '#domain/card.ts';
import type { GameStyle } from '#domain/game.ts';
import { MOTIFS, motifsNamed, type Motif } from './motif.ts';
import { motifsInName, statedMotifs } from './name-theme.ts';
import { hashText } from './random.ts';

/** Motifs for games whose style lists none that the shop can draw. */
const ANY_MOTIFS: readonly Motif[] = [
  'hills',
  'prism',
  'moon',
  'tree',
  'castle',
  'flame',
  'peaks',
  'planet',
  'bloom',
  'storm',
];

/** Returns the motifs for names that don't say what they show, in the order in which a set's cards take them. */
export function turnsOf({ motifs }: GameStyle): readonly Motif[] {
  return motifsNamed(motifs, ANY_MOTIFS);
}

/** The fields of a card that decide its motif. */
export interface CardOfSet {
  name: string;
  style: GameStyle;
  rarity: Rarity;
  /** The collector number as printed ("12", "LOB-EN001"). */
  number: string;
}

/** Among this many consecutive collector numbers, no two cards have the same motif. */
export const NUMBERS_IN_A_ROW = 9;

/**
 * Returns the number in a collector number: 80 for "MP23-EN080", 12 for "TG12/TG30". Without digits, returns a hash.
 */
export function collectorIndex(number: string): number {
  const inSet = number.slice(number.lastIndexOf('-') + 1);
  const digits = /\d{1,6}(?!\d)/.exec(inSet) ?? /\d{1,6}(?!\d)/.exec(number);
  return digits ? Number(digits[0]) : hashText(number) % 1000;
}

/** Returns the motifs that a card may have, the best fit first. Its last motifs fit any card of the game. */
function wishesOf({ name, style, number }: CardOfSet): readonly Motif[] {
  const named = motifsInName(firstFace(name), style);
  const list = turnsOf(style);
  const from = collectorIndex(number) % list.length;
  return [...new Set([...named, ...list.slice(from), ...list.slice(0, from)])];
}

/** Returns the name of the first face of a card with two faces ("A // B"), because only the first face is drawn. */
export function firstFace(name: string): string {
  return (name.split(' // ')[0] as string).trim();
}

/** The motif of a card whose set is not known, such as that of a made-up sample. */
export function motifOfCard(card: CardOfSet): Motif {
  return wishesOf(card)[0]!;
}

interface Seat {
  card: CardOfSet;
  /** The index of this seat among all seats. */
  at: number;
  index: number;
  wishes: readonly Motif[];
  /** Whether the card's name literally states the first motif in `wishes`. */
  isStated: boolean;
  motif?: Motif;
}

/** How many places down its wishes a rare card without a stated motif goes for one that no other rare card has. */
const WORTH_OF_A_MOTIF_OF_ONES_OWN = 1;

/**
 * Returns the motif of each collector number of a set. The result depends only on these cards, not on their order.
 * Neighbouring cards get different motifs (`NUMBERS_IN_A_ROW`); within this rule, each card gets the motif that fits
 * its name best. Rare cards choose first, those that state a motif before the others. The others spread over many
 * motifs, because the shop shows rare cards together.
 */
export function motifsOfSet(cards: readonly CardOfSet[]): Map<string, Motif> {
  const seats = seatsOf(cards);
  const isRare = ({ card }: Seat) => rarityRank(card.rarity) > 2;
  const namesWith = new Map<Motif, Set<string>>();
  const assign = (seat: Seat, motif: Motif): void => {
    seat.motif = motif;
    if (!isRare(seat)) return;
    const names = namesWith.get(motif) ?? new Set();
    namesWith.set(motif, names.add(seat.card.name));
  };
  const sharers = (seat: Seat, motif: Motif): number => {
    const names = namesWith.get(motif);
    return names === undefined ? 0 : names.size - (names.has(seat.card.name) ? 1 : 0);
  };
  const byNeed = seats.toSorted(
    (a, b) =>
      rarityRank(b.card.rarity) - rarityRank(a.card.rarity) ||
      Number(b.isStated) - Number(a.isStated) ||
      a.at - b.at,
  );
  const takeFirst = (seat: Seat): void => {
    const [first] = seat.wishes;
    if (freeMotifs(seats, seat)[0] === first) assign(seat, first!);
  };
  const rare = byNeed.filter(isRare);
  for (const seat of rare.filter(({ isStated }) => isStated)) takeFirst(seat);
  for (const seat of rare.filter(({ motif }) => motif === undefined)) {
    const free = freeMotifs(seats, seat);
    const worth = seat.isStated ? 0 : WORTH_OF_A_MOTIF_OF_ONES_OWN;
    const costs = free.map((motif, place) => place + worth * sharers(seat, motif));
    assign(seat, free[costs.indexOf(Math.min(...costs))]!);
  }
  const others = byNeed
    .filter((seat) => !isRare(seat))
    .toSorted((a, b) => Number(b.isStated) - Number(a.isStated) || a.at - b.at);
  for (const seat of others) takeFirst(seat);
  for (const seat of others) {
    if (seat.motif === undefined) assign(seat, freeMotifs(seats, seat)[0]!);
  }
  return new Map(seats.map(({ card, motif }) => [card.number, motif!]));
}

/** Returns one seat for each collector number, sorted by number. Several prints of a number share one motif. */
function seatsOf(cards: readonly CardOfSet[]): Seat[] {
  const rarest = new Map<string, CardOfSet>();
  for (const card of cards) {
    const known = rarest.get(card.number);
    if (known === undefined || rarityRank(card.rarity) > rarityRank(known.rarity))
      rarest.set(card.number, card);
  }
  return [...rarest.values()]
    .map((card) => ({
      card,
      index: collectorIndex(card.number),
      wishes: wishesOf(card),
      isStated: statedMotifs(firstFace(card.name), card.style).length > 0,
    }))
    .toSorted((a, b) => a.index - b.index || (a.card.number < b.card.number ? -1 : 1))
    .map((seat, at) => ({ ...seat, at }));
}

/** Returns the motifs that no neighbour of the seat has, the best fit first. If none is left, returns all. */
function freeMotifs(seats: readonly Seat[], seat: Seat): readonly Motif[] {
  const taken = new Set<Motif>();
  const note = (step: 1 | -1): void => {
    for (let at = seat.at + step; ; at += step) {
      const other = seats[at];
      if (other === undefined || Math.abs(other.index - seat.index) >= NUMBERS_IN_A_ROW) return;
      if (other.motif !== undefined) taken.add(other.motif);
    }
  };
  note(1);
  note(-1);
  const all = [...new Set([...seat.wishes, ...MOTIFS])];
  const free = all.filter((motif) => !taken.has(motif));
  return free.length > 0 ? free : all;
}

/**
 * Returns the motifs of cards that are shown together, in the order of the cards; no motif appears twice. If an earlier
 * card has a card's motif already, the card gets another motif that fits its name.
 */
export function motifsSideBySide(cards: readonly (CardOfSet & { motif: Motif })[]): Motif[] {
  const own = new Set(cards.map(({ motif }) => motif));
  const shown = new Set<Motif>();
  return cards.map((card) => {
    const isAlone = !shown.has(card.motif);
    const others = [...wishesOf(card), ...MOTIFS];
    const motif = isAlone
      ? card.motif
      : (others.find((one) => !own.has(one) && !shown.has(one)) ?? card.motif);
    shown.add(motif);
    return motif;
  });
}
