// Where the shop sells and ships (docs/product.md §20).
import * as z from 'zod/mini';
import { AGE_LEAST, AGE_MOST } from '#domain/age.ts';
import { LANGUAGE_FORM, PLACES_MAX, WITHDRAWAL_DAYS_MAX } from '#domain/sales-places.ts';
import { isListedRegion } from '#domain/region.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { version } from './settings-version.ts';

const AGE_MESSAGE = `An age is a whole number from ${AGE_LEAST} to ${AGE_MOST}`;
const DAYS_MESSAGE = `Days are a whole number from 0 to ${WITHDRAWAL_DAYS_MAX}`;
const REGION_MESSAGE = 'A place is a country such as DE, or a province or state such as CA-NS';

const country = z
  .string(REGION_MESSAGE)
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'A country is two letters, such as DE'));

const place = z.object({
  /** A country, or a part of it such as `CA-NS` or `US-NY`. */
  region: z
    .string(REGION_MESSAGE)
    .check(z.trim(), z.toUpperCase(), z.refine(isListedRegion, { error: REGION_MESSAGE })),
  isOpen: z.boolean('isOpen must be true or false'),
  /** The minimum age of buyers. Null if the shop's age check decides. */
  leastAge: z.nullable(
    z.int(AGE_MESSAGE).check(z.minimum(AGE_LEAST, AGE_MESSAGE), z.maximum(AGE_MOST, AGE_MESSAGE)),
  ),
  /** For this number of days after the payment, buyers can return sealed packs with a button and without a reason. */
  withdrawalDays: z
    .int(DAYS_MESSAGE)
    .check(z.minimum(0, DAYS_MESSAGE), z.maximum(WITHDRAWAL_DAYS_MAX, DAYS_MESSAGE)),
  /** The languages of the place. The shop can sell there only if the shop has one of these languages. */
  languages: z
    .array(
      z.string().check(z.regex(LANGUAGE_FORM, 'A language is two small letters, such as fr')),
      'languages must be a list',
    )
    .check(z.minLength(1, 'Name a language'), z.maxLength(5, 'At most five languages')),
});

const settings = z.object({
  /** Whether the shop sells in every place that is not listed. In production it does not. */
  sellsElsewhere: z.boolean('sellsElsewhere must be true or false'),
  places: z.array(place, 'places must be a list').check(
    z.maxLength(PLACES_MAX, `At most ${PLACES_MAX} places`),
    z.refine((list) => new Set(list.map((one) => one.region)).size === list.length, {
      error: 'Each place is listed once',
    }),
  ),
  /** Whether the shop ships to all countries of its tariff. */
  shipsElsewhere: z.boolean('shipsElsewhere must be true or false'),
  /** Further countries to ship to. Canada and the countries of open places are always included. */
  shipsTo: z
    .array(country, 'shipsTo must be a list')
    .check(z.maxLength(PLACES_MAX, `At most ${PLACES_MAX} countries`)),
});

const placeVersion = z.object({
  /** The number of the version. 0 if no server has stored a version yet. No place is closed then. */
  version,
  settings,
  madeAt: z.nullable(instant),
});
export type PlacesForm = z.output<typeof settings>;
export type ShownPlaces = z.output<typeof placeVersion>;

export const showPlaces = endpoint({
  method: 'GET',
  path: '/places',
  summary: 'Where the shop sells, on which terms, and where it ships.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['shop'],
  reply: settings,
  rejections: [],
});

export const showPlaceSettings = endpoint({
  method: 'GET',
  path: '/admin/places',
  summary: 'Where the shop sells and ships now, with its version.',
  audience: 'owner',
  repeat: 'none',
  reads: ['shop'],
  reply: placeVersion,
  rejections: [],
});

export const savePlaceSettings = endpoint({
  method: 'PUT',
  path: '/admin/places',
  summary:
    'Saves where the shop sells and ships, unless somebody has saved since `version`. A place is opened only if the shop has one of its languages.',
  audience: 'owner',
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  body: z.object({
    /** The version that the changes are based on. */
    version,
    settings,
  }),
  reply: placeVersion,
  rejections: ['CHANGED_MEANWHILE'],
});

nameShapes({
  PlaceOfSale: place,
  SalesPlaces: settings,
  PlaceSettingsVersion: placeVersion,
});
