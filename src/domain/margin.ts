// What the shop earned, divided by what it was earned with (docs/product.md §13). The SQL function `margin_lines`
// computes the figures.
import { sum, toCents, ZERO, type Cents } from './money.ts';

/**
 * The parts of a margin, in cents. Money spent is negative, so the parts add up to what is left. All parts except
 * costs, labels and sales in other shops come from transfers of the ledger.
 */
export const MARGIN_PARTS = [
  /** The prices of what was sold, before discounts, tax and fees. */
  'sold',
  'discounts',
  'refunds',
  /** Singles that another shop sold. */
  'elsewhere',
  'bought_back',
  'converted',
  /** What the buyers paid for parcels. */
  'shipping',
  /** What carriers charged for parcels' labels. */
  'labels',
  /** The fees that buyers paid for card payments. Only a demo charges them. */
  'fees',
  'provider_fees',
  'pack_cost',
  'single_cost',
  /**
   * What the shop paid for cards that it then sold as singles. The line `singles` bears this cost, so it is given back
   * to the line from which the card came (choice 966).
   */
  'recovered',
  /** Credits that were given away. */
  'gifts',
  /** What disputes, lost parcels and refunds outside the shop cost. */
  'losses',
] as const;
export type MarginPart = (typeof MARGIN_PARTS)[number];

/** The figures that count things. */
export const MARGIN_COUNTS = [
  'pack_count',
  'single_count',
  'packs_without_cost',
  'labels_without_cost',
] as const;
type MarginCount = (typeof MARGIN_COUNTS)[number];

/** For each ledger account, the parts of a margin that sum it up. The audit compares both. */
export const PARTS_OF_ACCOUNTS = {
  'house:sales': ['sold', 'discounts', 'refunds'],
  'house:buyback': ['bought_back', 'converted'],
  'house:shipping': ['shipping'],
  'house:fees': ['fees'],
  'house:card_fees': ['provider_fees'],
  'house:promotions': ['gifts'],
  'house:losses': ['losses'],
  'house:dispute_losses': ['losses'],
} as const satisfies Record<string, readonly MarginPart[]>;

/** What a line of the margin is about. `shop`: nothing that was sold. */
export const MARGIN_LINES = ['packs', 'singles', 'parcels', 'credits', 'shop'] as const;
export type MarginLine = (typeof MARGIN_LINES)[number];

export type Margin = Record<MarginPart, Cents> & Record<MarginCount, number>;

/** What is left of a margin. `left` is null while a cost in the margin is unknown. */
export type MarginLeft = {
  left: Cents | null;
  /** What is left without the unknown costs. */
  leftBeforeUnknown: Cents;
};

export function leftOf(margin: Margin): MarginLeft {
  const leftBeforeUnknown = sum(...MARGIN_PARTS.map((part) => margin[part]));
  const isKnown = margin.packs_without_cost === 0 && margin.labels_without_cost === 0;
  return { left: isKnown ? leftBeforeUnknown : null, leftBeforeUnknown };
}

export const NO_MARGIN: Margin = {
  ...(Object.fromEntries(MARGIN_PARTS.map((part) => [part, ZERO])) as Record<MarginPart, Cents>),
  ...(Object.fromEntries(MARGIN_COUNTS.map((count) => [count, 0])) as Record<MarginCount, number>),
};

/** Adds up margins, part by part. */
export function addMargins(margins: readonly Margin[]): Margin {
  const total = { ...NO_MARGIN };
  for (const margin of margins) {
    for (const part of MARGIN_PARTS) total[part] = sum(total[part], margin[part]);
    for (const count of MARGIN_COUNTS) total[count] += margin[count];
  }
  return total;
}

/**
 * In which ways a pack type's price loses money. `cost`: the average cost of its packs in stock. `returned`: what the
 * shop would pay on average for the cards of one of its sealed packs. Each is null if unknown.
 */
export function lossesOfPrice(
  price: Cents,
  { cost, returned }: { cost: Cents | null; returned: Cents | null },
): ('below_cost' | 'below_return')[] {
  return [
    ...(cost !== null && price < cost ? (['below_cost'] as const) : []),
    ...(returned !== null && returned > price ? (['below_return'] as const) : []),
  ];
}

/** The mean of a sum over `count` things, rounded to the cent. Null if there are none. */
export function meanOf(total: Cents, count: number): Cents | null {
  return count === 0 ? null : toCents(Math.round(total / count));
}
