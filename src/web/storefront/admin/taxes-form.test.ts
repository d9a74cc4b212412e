import { FIRST_TAX_CODES } from '#domain/tax.ts';
import { expect, test } from 'vitest';
import { saveTaxSettings, type TaxForm } from '#contract/storefront-taxes.ts';
import { judgeRequest } from '../../forms/judge-typed.ts';
import { fieldOf, settingsOf, typedOf, type TypedTaxes } from './taxes-form.ts';

const SETTINGS: TaxForm = {
  rule: 'places',
  flatName: 'Tax',
  flatRate: 0.08,
  elsewhereRate: 0.09975,
  ...FIRST_TAX_CODES,
  packsSuppliedAt: 'buyer',
  sellerRegion: 'CA-NS',
  registrations: [{ register: 'qst', number: '123', since: '2026-01-31' }],
};

const resolver = judgeRequest(saveTaxSettings, {
  requestOf: (typed: TypedTaxes) => ({ settings: settingsOf(typed), version: 3 }),
  fieldOf,
});

const judge = async (change: Partial<TypedTaxes> = {}) =>
  resolver({ ...typedOf(SETTINGS), ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

test('what an admin sees is what is saved, with rates in percent', async () => {
  expect(typedOf(SETTINGS)).toMatchObject({ flatRate: '8', elsewhereRate: '9.975' });
  expect((await judge()).values).toEqual({ settings: SETTINGS, version: 3 });
});

test('an invalid value has an error beside its field', async () => {
  const { qst, ...others } = typedOf(SETTINGS).registrations;
  const { errors } = await judge({
    flatRate: 'eight',
    registrations: { ...others, qst: { ...qst, since: '' } },
  });
  expect(errors.flatRate?.message).toContain('A rate is a fraction');
  expect(errors.registrations?.qst?.since?.message).toContain('Enter a day');
});
