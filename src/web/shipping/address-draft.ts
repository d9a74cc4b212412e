// Determines the initial values of the address form. They are the values that the user typed in this tab before or, if
// there are none, the profile's address. If the profile has no country, the country comes from other hints. The form
// also offers the address of the last parcel.
import type { User } from '#contract/profile.ts';
import type { Shipment, shippingAddress } from '#contract/shipping.ts';
import type { Region } from '#domain/region.ts';
import { DEFAULT_COUNTRY } from '#domain/shipping.ts';
import type * as z from 'zod/mini';
import { tabMemory } from '../browser/tab-memory.ts';

export const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'postalCode',
  'country',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** The address as the form holds it. */
export type AddressFields = z.input<typeof shippingAddress>;

type KnownAddress = Pick<
  User,
  'fullName' | 'addressLine1' | 'city' | 'state' | 'zipCode' | 'country'
>;

/**
 * Further hints of the user's country, the strongest first: the region that the user chose for taxes, the destination
 * of the last parcel, and the languages of the browser.
 */
type Traces = {
  chosen: Region | null;
  last: AddressFields | null;
  languages: readonly string[];
};

/**
 * Converts the profile's address to form values. The first word of the full name becomes the first name, and the rest
 * becomes the last name (docs/product.md §14).
 */
export function prefilledAddress(
  profile: KnownAddress,
  { chosen, last, languages }: Traces,
): AddressFields {
  const [chosenCountry, chosenState = ''] = (chosen ?? '').split('-');
  const [firstName = '', ...rest] = (profile.fullName ?? '').trim().split(/\s+/);
  return {
    firstName,
    lastName: rest.join(' '),
    addressLine1: profile.addressLine1 ?? '',
    addressLine2: '',
    city: profile.city ?? '',
    state: profile.state ?? (isCountry(profile.country) ? '' : chosenState),
    postalCode: profile.zipCode ?? '',
    country:
      [profile.country, chosenCountry, last?.country, ...languages.map(regionOf)].find(isCountry) ??
      DEFAULT_COUNTRY,
  };
}

function isCountry(code: string | null | undefined): code is string {
  return /^[A-Z]{2}$/.test(code ?? '');
}

/** Returns the country of a language tag: "CA" for `en-CA`. Returns undefined if the tag has no country. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** Returns the destination of the first parcel that has one, as form values. Null if no parcel has one. */
export function lastAddressOf(shipments: readonly Shipment[]): AddressFields | null {
  const address = shipments.find((shipment) => shipment.shippingAddress !== null)?.shippingAddress;
  return address ? { ...address, addressLine2: address.addressLine2 ?? '' } : null;
}

/** The address that this user has typed but not submitted. */
export const addressDraft = tabMemory<AddressFields>('shipping-address');
