import * as rows from '#contract/shipping-tariff.ts';
import { CURRENCY } from '#domain/money.ts';
import { handler } from '../http/handler.ts';
import { findCurrentTariff } from './current-tariff.ts';

export const showShippingRates = handler(rows.showShippingRates, async ({ db }) => {
  const { zones, cardGrams, packagingGrams } = (await findCurrentTariff(db)).tariff;
  return { zones, cardGrams, packagingGrams, currency: CURRENCY };
});
