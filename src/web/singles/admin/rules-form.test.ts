import { expect, test } from 'vitest';
import { previewPriceRules, type PriceRule } from '#contract/singles-prices.ts';
import * as z from 'zod/mini';
import { NEW_RULE, requestOf, typedOf } from './rules-form.ts';

test('a rule in the form is the rule that was saved', () => {
  const body = {
    rules: [
      {
        game: 'pokemon' as const,
        setId: 'pokemon-mew',
        rarity: null,
        condition: 'Lightly Played' as const,
        valueFrom: 10,
        valueBelow: null,
        ageDays: 30,
        percent: 80,
        floor: 0.5,
      },
    ],
  };
  const saved = z.parse(previewPriceRules.body, body);
  expect(requestOf(typedOf(saved.rules as PriceRule[]))).toEqual(body);
});

test('a new rule asks for nothing, and only what is typed wrong is refused', () => {
  expect(z.safeParse(previewPriceRules.body, requestOf({ rules: [NEW_RULE] })).success).toBe(true);
  const wrong = { ...NEW_RULE, percent: '', floor: '0.07', valueFrom: '10', valueBelow: '5' };
  const found = z.safeParse(previewPriceRules.body, requestOf({ rules: [wrong] }));
  expect(found.error?.issues.map(({ path }) => path.join('.'))).toContain('rules.0.percent');
  const others = { ...wrong, percent: '90' };
  const rest = z.safeParse(previewPriceRules.body, requestOf({ rules: [others] }));
  expect(rest.error?.issues.map(({ path }) => path.join('.'))).toEqual(['rules.0.floor']);
});
