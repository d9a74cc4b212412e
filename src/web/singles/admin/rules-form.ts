// The values that an operator types on the page of price rules, and their conversion to the endpoints' fields.
import type { PriceRule, previewPriceRules } from '#contract/singles-prices.ts';
import { decimalText, typedCad } from '#domain/decimals.ts';
import type * as z from 'zod/mini';
import type { FormFor } from '../../forms/endpoint-form.ts';

/** A rule as it is typed. An empty text means that the rule has no such condition. */
export type TypedRule = {
  game: string;
  setId: string;
  rarity: string;
  condition: string;
  valueFrom: string;
  valueBelow: string;
  ageDays: string;
  percent: string;
  floor: string;
};

export type TypedRules = { rules: TypedRule[] };

/** The form object that the page passes on to its sections. */
export type FormOf = { form: FormFor<typeof previewPriceRules, TypedRules> };

export const NEW_RULE: TypedRule = {
  game: '',
  setId: '',
  rarity: '',
  condition: '',
  valueFrom: '',
  valueBelow: '',
  ageDays: '',
  percent: '90',
  floor: '0.25',
};

export function typedOf(rules: readonly PriceRule[]): TypedRules {
  const cad = (value: PriceRule['valueFrom']) => (value === null ? '' : decimalText(value));
  return {
    rules: rules.map((rule) => ({
      game: rule.game ?? '',
      setId: rule.setId ?? '',
      rarity: rule.rarity ?? '',
      condition: rule.condition ?? '',
      valueFrom: cad(rule.valueFrom),
      valueBelow: cad(rule.valueBelow),
      ageDays: String(rule.ageDays ?? ''),
      percent: String(rule.percent),
      floor: decimalText(rule.floor),
    })),
  };
}

type Request = z.input<typeof previewPriceRules.body>;

/** Converts a typed number. An empty text becomes NaN, which the schema rejects. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
const orNull = <Value>(text: string, read: (text: string) => Value) =>
  text.trim() === '' ? null : read(text);

export function requestOf({ rules }: TypedRules): Request {
  return {
    rules: rules.map((rule) => ({
      game: orNull(rule.game, (text) => text),
      setId: orNull(rule.setId, (text) => text),
      rarity: orNull(rule.rarity, (text) => text as Request['rules'][number]['rarity']),
      condition: orNull(rule.condition, (text) => text as Request['rules'][number]['condition']),
      valueFrom: orNull(rule.valueFrom, typedCad),
      valueBelow: orNull(rule.valueBelow, typedCad),
      ageDays: orNull(rule.ageDays, numberOf),
      percent: numberOf(rule.percent),
      floor: typedCad(rule.floor),
    })),
  };
}
