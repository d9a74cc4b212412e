// The rules by which single cards get their prices, for admins (docs/singles.md).
import * as z from 'zod/mini';
import { CONDITIONS, RARITIES } from '#domain/card.ts';
import {
  AGE_DAYS_MOST,
  PERCENT_LEAST,
  PERCENT_MOST,
  PRICE_RULES_MAX,
  ruleProblem,
} from '#domain/single-price.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';
import { version } from './settings-version.ts';
import { single } from './singles-admin.ts';

const PERCENT_MESSAGE = `The share is a whole number from ${PERCENT_LEAST} to ${PERCENT_MOST} percent`;
const DAYS_MESSAGE = `Days are a whole number from 0 to ${AGE_DAYS_MOST}`;
/** The highest value and the highest least price that a rule may name, in CAD. */
const VALUE_MOST = 100_000;

const value = z.nullable(amountBetween(0, VALUE_MOST));

const rule = z
  .object({
    game: z.nullable(gameId),
    setId: z.nullable(z.string().check(z.minLength(1), z.maxLength(80, 'setId is too long'))),
    rarity: z.nullable(z.enum(RARITIES, `rarity must be one of ${RARITIES.join(', ')}`)),
    condition: z.nullable(z.enum(CONDITIONS, `condition must be one of ${CONDITIONS.join(', ')}`)),
    /** The market value is at least this. */
    valueFrom: value,
    /** The market value is below this. */
    valueBelow: value,
    /** The shop has had the copy for at least this many whole days. */
    ageDays: z.nullable(
      z.int(DAYS_MESSAGE).check(z.minimum(0, DAYS_MESSAGE), z.maximum(AGE_DAYS_MOST, DAYS_MESSAGE)),
    ),
    /** The share of the market value, in whole percent. The price is rounded to 5 cents, half up. */
    percent: z
      .int(PERCENT_MESSAGE)
      .check(z.minimum(PERCENT_LEAST, PERCENT_MESSAGE), z.maximum(PERCENT_MOST, PERCENT_MESSAGE)),
    /** The least price, a multiple of 5 cents. */
    floor: amountBetween(0.05, VALUE_MOST),
  })
  .check(({ value: written, issues }) => {
    const problem = ruleProblem(written);
    if (problem === null) return;
    issues.push({
      code: 'custom',
      input: written[problem.field],
      path: [problem.field],
      message: problem.sentence,
    });
  });

export type PriceRule = z.output<typeof rule>;

const rules = z
  .array(rule, 'rules must be a list')
  .check(z.maxLength(PRICE_RULES_MAX, `At most ${PRICE_RULES_MAX} rules`));

const settings = z.object({
  /** The first rule that applies to a copy sets its price. A copy to which none applies has no price. */
  rules,
});

const rulesVersion = z.object({
  /** The number of the version. 0 if nobody has saved any rules yet. */
  version,
  settings,
  madeAt: z.nullable(instant),
});

export type ShownRules = z.output<typeof rulesVersion>;

export const showPriceRules = endpoint({
  method: 'GET',
  path: '/admin/singles/price-rules',
  summary: 'The rules by which single cards get their prices, with their version.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['singles'],
  reply: rulesVersion,
  rejections: [],
});

const pricedSum = z.object({ priced: z.int(), sum: amount });

const preview = z.object({
  /**
   * The number of cards in the house that nobody is buying. `byHand`: how many of them have a price that an operator
   * set.
   */
  cards: z.int(),
  byHand: z.int(),
  /**
   * How many cards have a price and the sum of these prices, by the saved rules. `after`: the same by the rules in the
   * request.
   */
  before: pricedSum,
  after: pricedSum,
  change: amount,
  /** How many cards would cost less than the shop paid for them. */
  belowCost: z.int(),
  /** The cards whose price changes most, at most ten. */
  examples: z.array(z.object({ single, before: z.nullable(amount), after: z.nullable(amount) })),
});

export type RulesPreview = z.output<typeof preview>;

export const previewPriceRules = endpoint({
  method: 'POST',
  path: '/admin/singles/price-rules/preview',
  summary:
    'Says what rules would ask for all cards in the house, beside the saved rules; changes nothing.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['singles', 'catalogue'],
  body: settings,
  reply: preview,
  rejections: [],
});

export const savePriceRules = endpoint({
  method: 'PUT',
  path: '/admin/singles/price-rules',
  summary:
    'Saves the rules of prices, unless somebody has saved since `version`. A job prices all cards on shelves by them; a price by hand stays.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['singles', 'catalogue', 'audit-log'],
  body: z.object({
    /** The version that the changes are based on. */
    version,
    settings,
  }),
  reply: rulesVersion,
  rejections: ['CHANGED_MEANWHILE'],
});

nameShapes({
  SinglePriceRule: rule,
  SinglePriceRules: settings,
  SinglePriceRulesVersion: rulesVersion,
  SinglePricesPreview: preview,
});
