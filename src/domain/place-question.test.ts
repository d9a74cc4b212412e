import { expect, test } from 'vitest';
import { isClosedCountry } from './place-question.ts';
import { EVERYWHERE, firstPlaces } from './sales-places.ts';

test('a card’s country is closed where the shop sells in no part of it', () => {
  expect(isClosedCountry(EVERYWHERE, 'DE')).toBe(false);
  const production = firstPlaces(true);
  expect(['CA', 'DE', 'US'].map((country) => isClosedCountry(production, country))).toEqual([
    false,
    true,
    true,
  ]);
  const newYork = { ...production.places[0]!, region: 'US-NY' };
  const settings = { ...production, places: [...production.places, newYork] };
  expect(isClosedCountry(settings, 'US')).toBe(false);
});
