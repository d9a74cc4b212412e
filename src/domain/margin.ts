// What the shop earned, by what it was for (docs/product.md §13). The SQL function `margin_lines` finds the figures.
import { sum, toCents, ZERO, type Cents } from './money.ts';

/**
 * The parts of a margin, in cents. What was spent is negative, so that the parts add up to what is left. All but the
 * costs, the labels and the sales in other shops are transfers of the ledger.
 */
export const MARGIN_PARTS = [
  /** What was asked for what was sold, before discounts, tax and fees. */
  'sold',
  'discounts',
  'refunds',
  /** Singles that another shop sold. */
  'elsewhere',
  'bought_back',
  'converted',
  /** What parcels brought. */
  'shipping',
  /** What the carrier took for parcels' labels. */
  'labels',
  /** What the shop took for card payments; a demo's only. */
  'fees',
  'provider_fees',
  'pack_cost',
  'single_cost',
  /** What the shop paid for cards that were sold as singles: these bear it, and the line that they came from does not. */
  'recovered',
  /** Credits that were given away. */
  'gifts',
  /** What disputes, lost parcels and refunds outside the shop took. */
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

/** The accounts of the ledger that parts of a margin are in. The audit compares both. */
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

/** What a part of a margin is for. `shop`: for nothing that was sold. */
export const MARGIN_LINES = ['packs', 'singles', 'parcels', 'credits', 'shop'] as const;
export type MarginLine = (typeof MARGIN_LINES)[number];

export type Margin = Record<MarginPart, Cents> & Record<MarginCount, number>;

/** What is left of a margin. It is unknown while the cost of anything in it is. */
export type MarginLeft = {
  left: Cents | null;
  /** What is left before the costs that are unknown. */
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
 * Whether a pack type loses money by its price. `cost`: what its packs in stock cost on average. `returned`: what the
 * shop would pay on average for the cards of a sealed one. Null: unknown.
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

/** The mean of a sum over things, rounded to the cent. Null if there are none. */
export function meanOf(total: Cents, count: number): Cents | null {
  return count === 0 ? null : toCents(Math.round(total / count));
}
