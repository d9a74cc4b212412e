import { expect, test } from 'vitest';
import {
  checkSoldIn,
  EVERYWHERE,
  firstPlaces,
  isAnyClosed,
  isSoldIn,
  shippingProblem,
  withdrawalDaysIn,
  type SalesPlace,
} from './sales-places.ts';

const place = (region: string, more: Partial<SalesPlace> = {}): SalesPlace => ({
  region,
  isOpen: true,
  leastAge: null,
  withdrawalDays: 0,
  languages: ['en'],
  ...more,
});

const CONTACT = 'hello@cards.example';
const livingIn = (livesIn: string | null) => ({ livesIn, isInQuestion: false });

test('before a server has started no place is closed, and nobody has to say where they live', () => {
  expect(isAnyClosed(EVERYWHERE)).toBe(false);
  expect(() => checkSoldIn(EVERYWHERE, livingIn(null), CONTACT)).not.toThrow();
  expect(() => checkSoldIn(EVERYWHERE, livingIn('CA-QC'), CONTACT)).not.toThrow();
});

test.each([
  ['CA-QC', true, false],
  ['CA-QC', false, false],
  ['CA-NS', true, true],
  ['CA-NS', false, true],
  ['DE', true, false],
  ['DE', false, true],
  ['US-NY', true, false],
])('a buyer in %s can buy at first (production: %s): %s', (region, isProduction, isSold) => {
  expect(isSoldIn(firstPlaces(isProduction), region)).toBe(isSold);
});

test('a province’s own entry overrides its country’s', () => {
  const settings = {
    ...EVERYWHERE,
    places: [place('US', { isOpen: false }), place('US-NY', { withdrawalDays: 3 })],
  };
  expect(['US-NY', 'US-WA', 'US'].map((one) => isSoldIn(settings, one))).toEqual([
    true,
    false,
    false,
  ]);
  expect(['US-NY', 'US-WA', null].map((one) => withdrawalDaysIn(settings, one))).toEqual([3, 0, 0]);
});

test('a shop that lists its places asks where a buyer lives, and refuses buyers elsewhere', () => {
  const settings = firstPlaces(true);
  expect(() => checkSoldIn(settings, livingIn(null), CONTACT)).toThrow(
    expect.objectContaining({ code: 'REGION_REQUIRED' }),
  );
  expect(() => checkSoldIn(settings, livingIn('FR'), CONTACT)).toThrow(
    expect.objectContaining({ code: 'NOT_SOLD_HERE' }),
  );
});

test('cards are shipped to all of Canada and to every place of sale, whatever is listed', () => {
  const settings = {
    sellsElsewhere: false,
    places: [place('CA-QC', { isOpen: false }), place('DE'), place('FR', { isOpen: false })],
    shipsElsewhere: false,
    shipsTo: ['JP'],
  };
  expect(
    ['CA', 'DE', 'JP', 'FR', 'US'].map((one) => shippingProblem(settings, one) === null),
  ).toEqual([true, true, true, false, false]);
});
