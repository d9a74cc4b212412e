// Reads the lines of a file of packs for intake, finds the catalogue card that a line names, and words the problems of
// packs that contradict each other (docs/product.md §13).
import { RARITY_FILTERS, type Finish, type Rarity } from './card.ts';

/** One line of the file: a pack type or pack that is not validated yet, or the problem with the line's form. */
export type PackLine = { packType: unknown } | { pack: unknown } | { problem: string };

/** Reads one line of the file. It must be an object with either a pack type or a pack, and nothing else. */
export function readPackLine(written: string): PackLine {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return { problem: 'is not JSON' };
  }
  const fields = typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  const { packType, pack, ...others } = fields ?? {};
  if ((packType === undefined) === (pack === undefined)) {
    return { problem: 'must be an object with either packType or pack' };
  }
  const unknown = Object.keys(others);
  if (unknown.length > 0) return { problem: unknownFields(unknown) };
  return pack === undefined ? { packType } : { pack };
}

export function unknownFields(names: readonly string[]): string {
  return `${names.join(', ')} is not a field`;
}

/**
 * The sentence about a pack that was already in this intake, with other content. `at` says where it was, such as
 * "line 3".
 */
export function otherContentAt(serial: string, at: string): string {
  return `pack ${serial} is on ${at} with other content`;
}

/** The sentence about a certification number that another pack has. `serial` is the serial of that other pack. */
export function certificationTaken(certificationNumber: string, serial: string): string {
  return `certification ${certificationNumber} belongs to pack ${serial}`;
}

/** A card of one set, with the fields by which a pack's line can name it. */
export type NamedCard = {
  id: string;
  number: string;
  finish: Finish;
  /** The rarity in the source's own word. */
  nativeRarity: string;
  rarity: Rarity;
};

export type CardName = {
  number: string;
  rarity?: string | undefined;
  finish?: Finish | undefined;
};

/**
 * The finish of a card that is named without one: the only finish that exists among the cards with its number, else
 * normal.
 */
export function finishUnsaid(cards: readonly NamedCard[]): Finish {
  const finishes = new Set(cards.map((card) => card.finish));
  const [only] = finishes;
  return finishes.size === 1 ? only! : 'normal';
}

/**
 * The matching card of a set. Null if there is no match, or more than one. The rarity may be the source's own word,
 * or else one of the shop's words. Without a rarity, number and finish must identify the card.
 */
export function findNamedCard<Card extends NamedCard>(
  cards: readonly Card[],
  name: CardName,
): Card | null {
  const numbered = cards.filter((card) => card.number === name.number);
  const finish = name.finish ?? finishUnsaid(numbered);
  const alike = numbered.filter((card) => card.finish === finish);
  const found = name.rarity === undefined ? alike : ofRarity(alike, name.rarity);
  return found.length === 1 ? found[0]! : null;
}

function ofRarity<Card extends NamedCard>(cards: Card[], word: string): Card[] {
  const exact = cards.filter((card) => card.nativeRarity === word);
  if (exact.length > 0) return exact;
  const rarity = Object.hasOwn(RARITY_FILTERS, word)
    ? RARITY_FILTERS[word as keyof typeof RARITY_FILTERS]
    : null;
  return cards.filter((card) => card.rarity === rarity);
}
