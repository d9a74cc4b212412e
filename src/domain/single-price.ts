// Prices of single cards by rule (docs/singles.md). The first rule that applies to a copy sets its price.
import type { Condition, Rarity } from './card.ts';
import type { GameId } from './game.ts';
import { toCents, type Cents } from './money.ts';

/** Prices by rule are multiples of this number of cents. */
const PRICE_STEP = 5;
export const PRICE_RULES_MAX = 100;
export const PERCENT_LEAST = 1;
export const PERCENT_MOST = 500;
export const AGE_DAYS_MOST = 3650;

/** Which copies a rule applies to, and what they cost. A condition of null always holds. */
export type SinglePriceRule = {
  game: GameId | null;
  setId: string | null;
  rarity: Rarity | null;
  condition: Condition | null;
  /** The market value must be at least this. */
  valueFrom: Cents | null;
  /** The market value must be below this. */
  valueBelow: Cents | null;
  /** The shop must have had the copy for at least this many whole days. */
  ageDays: number | null;
  /** The share of the market value, in whole percent. */
  percent: number;
  /** The least price. It is a multiple of PRICE_STEP, so that rounding can't go below it. */
  floor: Cents;
};

type SinglePriceRules = { rules: SinglePriceRule[] };

/** A version of the rules. `madeAt` is null if nobody has saved any rules yet. */
export type SinglePriceRulesVersion = {
  version: number;
  settings: SinglePriceRules;
  madeAt: Date | null;
};

/** The rules of a shop that has saved none: no copy gets a price. */
export const FIRST_RULES: SinglePriceRulesVersion = {
  version: 0,
  settings: { rules: [] },
  madeAt: null,
};

/** The attributes of a copy on which the rules depend. */
export type CopyToPrice = {
  game: GameId;
  setId: string;
  rarity: Rarity;
  condition: Condition;
  marketValue: Cents;
  /** The number of whole days for which the shop has had the copy. */
  ageDays: number;
};

/**
 * The price of a copy by the first rule that applies to it. Null if no rule does, or if no source has a price of the
 * card, because a share of an unknown value is no price. The statement of `previewRules` computes the same in SQL.
 */
export function priceByRules(rules: readonly SinglePriceRule[], copy: CopyToPrice): Cents | null {
  if (copy.marketValue === 0) return null;
  const rule = rules.find((one) => applies(one, copy));
  return rule === undefined ? null : priceOf(rule, copy.marketValue);
}

/** The number of the rule, from 1, that gives a copy its price. Null if the rules give the copy another price today. */
export function numberOfRule(
  rules: readonly SinglePriceRule[],
  copy: CopyToPrice,
  price: Cents | null,
): number | null {
  if (price === null || price !== priceByRules(rules, copy)) return null;
  return rules.findIndex((one) => applies(one, copy)) + 1;
}

function applies(rule: SinglePriceRule, copy: CopyToPrice): boolean {
  return (
    (rule.game === null || rule.game === copy.game) &&
    (rule.setId === null || rule.setId === copy.setId) &&
    (rule.rarity === null || rule.rarity === copy.rarity) &&
    (rule.condition === null || rule.condition === copy.condition) &&
    (rule.valueFrom === null || copy.marketValue >= rule.valueFrom) &&
    (rule.valueBelow === null || copy.marketValue < rule.valueBelow) &&
    (rule.ageDays === null || copy.ageDays >= rule.ageDays)
  );
}

/** The share of the value, rounded half up to a multiple of PRICE_STEP, but at least the floor. */
function priceOf({ percent, floor }: SinglePriceRule, marketValue: Cents): Cents {
  const step = 100 * PRICE_STEP;
  const rounded = Math.floor((marketValue * percent + step / 2) / step) * PRICE_STEP;
  return toCents(Math.max(rounded, floor));
}

/** Why a rule can't be saved, as a field of the rule and a sentence. Null if it can be saved. */
export function ruleProblem({
  valueFrom,
  valueBelow,
  floor,
}: Pick<SinglePriceRule, 'valueFrom' | 'valueBelow' | 'floor'>): {
  field: 'valueBelow' | 'floor';
  sentence: string;
} | null {
  if (floor < PRICE_STEP || floor % PRICE_STEP !== 0) {
    return { field: 'floor', sentence: 'The least price is 0.05, or a multiple of it' };
  }
  if (valueFrom !== null && valueBelow !== null && valueBelow <= valueFrom) {
    return { field: 'valueBelow', sentence: 'No value is that high and that low' };
  }
  return null;
}

const DAY_MS = 86_400_000;

/** The number of whole days for which the shop has had a copy. Both instants are in epoch milliseconds. */
export function ageInDays(cameAtMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - cameAtMs) / DAY_MS));
}
