// A collation is data that says how a booster pack is filled. This file computes packs, odds and expected values from
// a collation.
import { RARITIES } from './card.ts';
import type { Finish, Rarity } from './card.ts';

/** Identifies one card in a pack, as in the lines of `import packs` (docs/product.md §12). */
export type CardKey = {
  readonly set: string;
  readonly number: string;
  /** The rarity in the source's own words, such as "Double Rare". */
  readonly rarity: string;
  readonly finish: Finish;
};

/** A card on a sheet. Its chance to be drawn is in proportion to `weight`, a whole number from 1. */
export type SheetCard = { readonly key: CardKey; readonly name: string; readonly weight: number };

/** Takes `count` cards from the named sheet. */
export type Slot = { readonly sheet: string; readonly count: number };

/**
 * A pack follows one variant, chosen in proportion to the weights. Each of the variant's slots is filled from its
 * sheet. No name repeats within a slot, but two slots may have the same name.
 */
export type Collation = {
  readonly variants: readonly { readonly weight: number; readonly slots: readonly Slot[] }[];
  readonly sheets: Readonly<Record<string, readonly SheetCard[]>>;
};

/** The key as one text, for use in maps. */
export function cardKeyText(key: CardKey): string {
  return JSON.stringify([key.set, key.number, key.rarity, key.finish]);
}

/**
 * The number of cards in a pack. Throws if the data contradicts itself: variants of different sizes, a weight that is
 * not a positive whole number, an unknown sheet, a sheet used twice in a variant, or a sheet with fewer names than
 * its slot needs.
 */
export function packSize(collation: Collation): number {
  const sizes = new Set(
    collation.variants.map((variant) => {
      assertWeight(variant.weight, 'variant');
      const sheets = new Set(variant.slots.map((slot) => slot.sheet));
      // Two slots on one sheet could repeat a name, and would depend on each other.
      if (sheets.size < variant.slots.length) throw new Error('A variant uses a sheet twice.');
      return variant.slots.reduce((total, slot) => total + slot.count, 0);
    }),
  );
  const [size] = sizes;
  if (size === undefined) throw new Error('A collation needs a variant.');
  if (sizes.size > 1) throw new Error(`Packs of different sizes: ${[...sizes].join(', ')}.`);
  for (const slot of collation.variants.flatMap((variant) => variant.slots)) {
    const cards = sheetOf(collation, slot.sheet);
    for (const card of cards) assertWeight(card.weight, `"${card.name}" on sheet ${slot.sheet}`);
    const names = new Set(cards.map((card) => card.name)).size;
    if (!Number.isSafeInteger(slot.count) || slot.count < 1 || slot.count > names) {
      throw new Error(`Sheet ${slot.sheet} has ${names} names, a slot wants ${slot.count}.`);
    }
  }
  return size;
}

/**
 * Fills one pack. `random` returns numbers in [0, 1). A variant is picked by weight. Each slot then draws cards by
 * weight, and draws again if the card's name is already in the slot.
 */
export function fillPack(collation: Collation, random: () => number): CardKey[] {
  const variant = pick(collation.variants, random);
  return variant.slots.flatMap((slot) => {
    let cards = sheetOf(collation, slot.sheet);
    return Array.from({ length: slot.count }, () => {
      const drawn = pick(cards, random);
      // Removing the drawn name has the same odds as drawing again until another name comes, and always ends.
      cards = cards.filter((card) => card.name !== drawn.name);
      return drawn.key;
    });
  });
}

/**
 * For each rarity on the sheets, in rising order, the chance that a pack holds at least one such card. The
 * computation takes into account that names can't repeat within a slot, so it is exact before the result is rounded
 * half up to four places.
 */
export function packOdds(
  collation: Collation,
  rarityOf: (key: CardKey) => Rarity,
): { rarity: Rarity; chance: number }[] {
  const cards = Object.values(collation.sheets).flat();
  const present = new Set(cards.map((card) => rarityOf(card.key)));
  return RARITIES.filter((rarity) => present.has(rarity)).map((rarity) => {
    // Slots are independent, so the chance that no slot has a hit is the product of the slots' chances to have none.
    const none = overVariants(
      collation,
      (slot) =>
        chanceOfNone(
          sheetOf(collation, slot.sheet),
          slot.count,
          (card) => rarityOf(card.key) === rarity,
        ),
      (product, chance) => product * chance,
      1,
    );
    return { rarity, chance: Math.round((1 - none) * 10_000) / 10_000 };
  });
}

/**
 * The mean value of a pack, in the unit of `valueOf` (cents). It is exact except for floating point. It is not
 * rounded, so a fraction of a cent is possible.
 */
export function expectedValueCents(
  collation: Collation,
  valueOf: (key: CardKey) => number,
): number {
  return overVariants(
    collation,
    (slot) => valueOfDraw(sheetOf(collation, slot.sheet), slot.count, (card) => valueOf(card.key)),
    (sum, value) => sum + value,
    0,
  );
}

/**
 * How many cards of each kind (set, source's rarity, finish) a pack holds on average, rounded to four places. The
 * computation ignores that names don't repeat within a slot, which hardly changes the result.
 */
export function cardsOfEachKind(
  collation: Collation,
): { set: string; rarity: string; finish: Finish; perPack: number }[] {
  const kinds = new Map<string, { set: string; rarity: string; finish: Finish; perPack: number }>();
  const variantsWeight = totalWeight(collation.variants);
  for (const { weight, slots } of collation.variants) {
    for (const slot of slots) {
      const cards = sheetOf(collation, slot.sheet);
      const share = (slot.count * weight) / variantsWeight / totalWeight(cards);
      for (const { key, weight: cardWeight } of cards) {
        const { set, rarity, finish } = key;
        const name = JSON.stringify([set, rarity, finish]);
        const kind = kinds.get(name) ?? { set, rarity, finish, perPack: 0 };
        kind.perPack += share * cardWeight;
        kinds.set(name, kind);
      }
    }
  }
  return [...kinds.values()].map((kind) => ({
    ...kind,
    perPack: Math.round(kind.perPack * 10_000) / 10_000,
  }));
}

/** The mean of `measure` over the variants, by their weights. `measure` values one slot. */
function overVariants(
  collation: Collation,
  measure: (slot: Slot) => number,
  together: (left: number, right: number) => number,
  start: number,
): number {
  const { variants } = collation;
  const sum = variants.reduce(
    (soFar, { weight, slots }) => soFar + weight * slots.map(measure).reduce(together, start),
    0,
  );
  return sum / totalWeight(variants);
}

/** The expected total value of `count` draws from a sheet without repeating a name. */
function valueOfDraw(
  cards: readonly SheetCard[],
  count: number,
  valueOf: (card: SheetCard) => number,
): number {
  // Only the weight of a name affects the draws, so names of equal weight form one kind.
  const kinds = kindsOfNames(cards, valueOf, (name) => `${name.weight}`);
  let total = 0;
  followDraws(kinds, count, (chance, kind) => {
    total += (chance * kind.value) / kind.names;
    return chance;
  });
  return total;
}

/** The chance that `count` draws from a sheet, without repeating a name, bring no hit. */
function chanceOfNone(
  cards: readonly SheetCard[],
  count: number,
  isHit: (card: SheetCard) => boolean,
): number {
  // Names form one kind if both their weight and their chance of a hit are equal.
  const kinds = kindsOfNames(
    cards,
    (card) => (isHit(card) ? 1 : 0),
    (name) => `${name.weight} ${name.value}`,
  );
  return followDraws(kinds, count, (chance, kind) => chance * (1 - kind.value / kind.names));
}

/**
 * A group of names of equal weight: the weight of each name, the number of names, and the sum of their mean values.
 */
type KindOfName = { weight: number; names: number; value: number };

function kindsOfNames(
  cards: readonly SheetCard[],
  valueOf: (card: SheetCard) => number,
  kindOf: (name: { weight: number; value: number }) => string,
): KindOfName[] {
  const names = new Map<string, { weight: number; weighted: number }>();
  for (const card of cards) {
    const name = names.get(card.name) ?? { weight: 0, weighted: 0 };
    name.weight += card.weight;
    name.weighted += card.weight * valueOf(card);
    names.set(card.name, name);
  }
  const kinds = new Map<string, KindOfName>();
  for (const { weight, weighted } of names.values()) {
    const value = weighted / weight;
    const key = kindOf({ weight, value });
    const kind = kinds.get(key) ?? { weight, names: 0, value: 0 };
    kind.names += 1;
    kind.value += value;
    kinds.set(key, kind);
  }
  return [...kinds.values()];
}

/**
 * Computes the expected result of `count` draws. A state counts the drawn names of each kind, so real sheets have
 * only a few states. `step` receives the chance of each next draw and returns the chance to continue with. Returns
 * the sum of the chances left after the last draw.
 */
function followDraws(
  kinds: readonly KindOfName[],
  count: number,
  step: (chance: number, kind: KindOfName) => number,
): number {
  let states = new Map<string, { left: number[]; chance: number }>();
  states.set('', { left: kinds.map((kind) => kind.names), chance: 1 });
  for (let draw = 0; draw < count; draw += 1) {
    const next = new Map<string, { left: number[]; chance: number }>();
    for (const state of states.values()) {
      const weightLeft = kinds.reduce(
        (sum, kind, at) => sum + kind.weight * (state.left[at] ?? 0),
        0,
      );
      for (const [at, kind] of kinds.entries()) {
        const namesLeft = state.left[at] ?? 0;
        if (namesLeft === 0) continue;
        const chance = step((state.chance * kind.weight * namesLeft) / weightLeft, kind);
        const left = state.left.with(at, namesLeft - 1);
        const known = next.get(left.join());
        if (known) known.chance += chance;
        else next.set(left.join(), { left, chance });
      }
    }
    states = next;
  }
  return [...states.values()].reduce((sum, state) => sum + state.chance, 0);
}

function sheetOf(collation: Collation, name: string): readonly SheetCard[] {
  const sheet = collation.sheets[name];
  if (!sheet) throw new Error(`No sheet "${name}".`);
  return sheet;
}

function pick<T extends { readonly weight: number }>(among: readonly T[], random: () => number): T {
  let left = random() * totalWeight(among);
  for (const one of among) {
    left -= one.weight;
    if (left < 0) return one;
  }
  // Only a rounding error leads here, so the last item is the right one.
  const last = among.at(-1);
  if (!last) throw new Error('Nothing left to pick from.');
  return last;
}

function totalWeight(among: readonly { readonly weight: number }[]): number {
  return among.reduce((sum, one) => sum + one.weight, 0);
}

function assertWeight(weight: number, what: string): void {
  if (!Number.isSafeInteger(weight) || weight < 1) throw new Error(`Weight ${weight} of ${what}.`);
}
