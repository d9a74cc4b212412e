// The shipping tariff: the public part, and the part that an admin sets (docs/product.md §15).
import * as z from 'zod/mini';
import {
  CARDS_INCLUDED_MOST,
  GRAMS_MOST,
  PLACES_MOST,
  SERVICES_MOST,
  tariffProblem,
  ZONES_MOST,
} from '#domain/parcel-tariff.ts';
import {
  countryAsks,
  countryCode,
  optionalLine,
  postalCode,
  requiredLine,
  stateLine,
} from './address.ts';
import { amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const NAME_LENGTH_MOST = 60;
/** The highest fee of a parcel and the highest insured value, in CAD. */
const FEE_MOST = 1_000;
const VALUE_MOST = 100_000;

const line = (what: string) =>
  z
    .string(`${what} must be a text`)
    .check(
      z.trim(),
      z.minLength(1, `${what} must not be empty`),
      z.maxLength(NAME_LENGTH_MOST, `${what} has at most ${NAME_LENGTH_MOST} signs`),
    );
const count = (what: string, least: number, most: number) => {
  const message = `${what} must be a whole number from ${least} to ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
};
const fee = amountBetween(0, FEE_MOST);
const value = amountBetween(0, VALUE_MOST);

const service = z.object({
  /** The permanent id of the service. */
  key: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'A key has small letters, digits and -')),
  name: line('The name of a service'),
  delivery: line('The delivery time'),
  baseFee: amountBetween(0.01, FEE_MOST),
  cardsIncluded: count('The cards in the price', 1, CARDS_INCLUDED_MOST),
  furtherCardFee: fee,
  /** The maximum weight in grams. Null if any weight is allowed. */
  weightMost: z.nullable(count('The greatest weight', 1, GRAMS_MOST)),
  /** The parcel is free if the cards' market value is at least this. Null if it is never free. */
  freeFrom: z.nullable(value),
  /** Insurance as 1.1.0 sold it. Stored for clients of that version, and without effect (choice 332). */
  coverIncluded: value,
  coverMost: value,
  coverFee: fee,
});

const PLACE = /^[A-Z]{2}(-[A-Z]{2})?$/;
const zone = z.object({
  name: line('The name of a zone'),
  /**
   * The places of the zone. A place is a country such as `CA`, or a part of Canada or the USA such as `CA-NS`. An
   * empty list means everywhere outside the other zones.
   */
  places: z
    .array(
      z.string().check(z.regex(PLACE, 'A place is a country such as DE, or a part such as CA-NS')),
    )
    .check(z.maxLength(PLACES_MOST, `A zone has at most ${PLACES_MOST} places`)),
  services: z
    .array(service)
    .check(
      z.minLength(1, 'A zone has a service'),
      z.maxLength(SERVICES_MOST, `A zone has at most ${SERVICES_MOST} services`),
    ),
});

/** The sender's address on parcels. */
export const parcelSender = z
  .object({
    name: requiredLine('name'),
    addressLine1: requiredLine('address line 1'),
    addressLine2: z.nullable(optionalLine('address line 2')),
    city: requiredLine('city'),
    state: stateLine,
    postalCode: postalCode('postal code'),
    country: countryCode,
    phone: z.nullable(
      z.string().check(z.trim(), z.regex(/^[+0-9 ()./-]{5,30}$/, 'Enter a phone number')),
    ),
  })
  .check(...countryAsks({ field: 'postalCode', name: 'postal code' }));

const customs = z.object({
  description: line('The description'),
  hsCode: z.string().check(z.trim(), z.regex(/^\d{6,10}$/, 'An HS code has 6 to 10 digits')),
  /** The country of origin. Null if it is to be written on the form by hand. */
  originCountry: z.nullable(countryCode),
});

const zones = z
  .array(zone)
  .check(
    z.minLength(1, 'Parcels go to one zone at least'),
    z.maxLength(ZONES_MOST, `There are at most ${ZONES_MOST} zones`),
    ({ value: written, issues }) => {
      const problem = tariffProblem({ zones: written });
      if (problem !== null) issues.push({ code: 'custom', input: written, message: problem });
    },
  );

const tariff = z.object({
  zones,
  /** The weight in grams of one packed card, and of the packaging. */
  cardGrams: count('The weight of a card', 1, 1_000),
  packagingGrams: count('The weight of the packaging', 0, GRAMS_MOST),
  customs,
  /** The sender's address. Null if not set yet. */
  sender: z.nullable(parcelSender),
});

export type TariffForm = z.output<typeof tariff>;

const version = count('version', 0, 2_000_000_000);

const tariffVersion = z.object({
  /** The number of the version. 0 if no tariff was saved yet. */
  version,
  tariff,
  /** The tariff applies from this time on. Null if it has applied from the beginning. */
  startsAt: z.nullable(instant),
  madeAt: z.nullable(instant),
});

export type ShownTariff = z.output<typeof tariffVersion>;

export const showShippingRates = endpoint({
  method: 'GET',
  path: '/shipping/rates',
  summary: 'What parcels cost now: zones, services and prices.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['shop'],
  reply: z.object({
    zones: z.array(zone),
    cardGrams: z.int(),
    packagingGrams: z.int(),
    currency: z.string(),
  }),
  rejections: [],
});

export const showTariff = endpoint({
  method: 'GET',
  path: '/admin/shipping/tariff',
  summary: 'The shipping prices as last saved, and whether they apply yet.',
  audience: 'owner',
  repeat: 'none',
  reads: ['shop'],
  reply: z.extend(tariffVersion, {
    /** The version in force now. */
    holds: version,
  }),
  rejections: [],
});

export const saveTariff = endpoint({
  method: 'PUT',
  path: '/admin/shipping/tariff',
  summary:
    'Saves shipping prices, from now or a later time, unless somebody has saved since `version`. Quotes already given stay valid.',
  audience: 'owner',
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  body: z.extend(tariff, {
    /** The version that the changes are based on. */
    version,
    /** When the tariff begins to apply. Null if it applies at once. */
    startsAt: z._default(z.nullable(instant), null),
  }),
  reply: tariffVersion,
  rejections: ['CHANGED_MEANWHILE'],
});

nameShapes({
  ParcelService: service,
  ParcelZone: zone,
  ParcelTariff: tariff,
  TariffVersion: tariffVersion,
  ParcelSender: parcelSender,
  CustomsTerms: customs,
});
