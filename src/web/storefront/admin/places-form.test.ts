import { savePlaceSettings, type PlacesForm } from '#contract/storefront-places.ts';
import { expect, test } from 'vitest';
import { judgeRequest } from '../../forms/judge-typed.ts';
import {
  check,
  fieldOf,
  NEW_PLACE,
  requestOf,
  typedOf,
  type TypedPlace,
  type TypedPlaces,
} from './places-form.ts';

const SETTINGS: PlacesForm = {
  sellsElsewhere: true,
  places: [
    { region: 'CA', isOpen: true, leastAge: 19, withdrawalDays: 14, languages: ['en', 'fr'] },
    { region: 'CA-QC', isOpen: false, leastAge: null, withdrawalDays: 0, languages: ['fr'] },
  ],
  shipsElsewhere: false,
  shipsTo: ['DE', 'FR'],
};

const resolver = judgeRequest(savePlaceSettings, {
  requestOf: (typed: TypedPlaces) => requestOf(typed, 3),
  fieldOf,
  check,
});

const judge = async (change: Partial<TypedPlaces> = {}, isDemo = true) =>
  resolver({ ...typedOf(SETTINGS, isDemo), ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

const placed = (change: Partial<TypedPlace>) => ({
  places: [{ ...NEW_PLACE, region: 'DE', ...change }],
});

test('what an admin sees is what is saved', async () => {
  expect(typedOf(SETTINGS, true)).toMatchObject({
    places: [
      { sales: 'open', leastAge: '19', withdrawalDays: '14', languages: 'en, fr' },
      { sales: 'closed', leastAge: '' },
    ],
    ships: 'listed',
    shipsTo: 'DE, FR',
  });
  expect((await judge()).values).toEqual({ settings: SETTINGS, version: 3 });
});

test('a shop that is no demo never claims to sell in unlisted places', async () => {
  expect((await judge({}, false)).values).toMatchObject({ settings: { sellsElsewhere: false } });
});

test('countries and languages are read in any notation', async () => {
  const { values } = await judge({ ...placed({ languages: 'FR;en' }), shipsTo: ' de  fr,' });
  expect(values).toMatchObject({
    settings: { places: [{ languages: ['fr', 'en'] }], shipsTo: ['DE', 'FR'] },
  });
});

test('a list of countries counts only while its field is visible', async () => {
  const { values } = await judge({ ships: 'tariff', shipsTo: 'Germany' });
  expect(values).toMatchObject({ settings: { shipsElsewhere: true, shipsTo: [] } });
});

test.each<[keyof TypedPlace, string, string]>([
  ['region', '', 'A place is a country'],
  ['leastAge', 'nineteen', 'An age is a whole number'],
  ['withdrawalDays', '', 'Days are a whole number'],
  ['withdrawalDays', '61', 'Days are a whole number'],
  ['languages', '', 'Name a language'],
  ['languages', 'en, french', 'A language is two small letters'],
  ['languages', 'fr', 'The shop has no French yet'],
])('an invalid %s (“%s”) has an error beside it', async (field, typed, sentence) => {
  const { errors } = await judge(placed({ [field]: typed }));
  expect(errors.places?.[0]?.[field]?.message).toContain(sentence);
});

test('a repeated place, and an unknown country, are refused', async () => {
  const [canada] = typedOf(SETTINGS, true).places;
  const twice = await judge({ places: [canada!, canada!] });
  expect(twice.errors.places?.root?.message).toBe('Each place is listed once');
  const { errors } = await judge({ shipsTo: 'DE, France' });
  expect(errors.shipsTo?.message).toContain('A country is two letters');
});
