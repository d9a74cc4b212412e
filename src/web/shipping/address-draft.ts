// The initial values of the address form: the values that the user typed in this tab before, or else the profile's
// address. If the profile has no country, other hints give it. The form then also offers the last parcel's address.
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

/** The address as the form has it. */
export type AddressFields = z.input<typeof shippingAddress>;

type KnownAddress = Pick<
  User,
  'fullName' | 'addressLine1' | 'city' | 'state' | 'zipCode' | 'country'
>;

/**
 * Other hints of the user's country, in this order: the region that the user chose for taxes, the destination of the
 * last parcel, the browser's languages.
 */
type Traces = {
  chosen: Region | null;
  last: AddressFields | null;
  languages: readonly string[];
};

/**
 * The profile's address as form values. The first word of the full name becomes the first name, the rest the last name
 * (docs/product.md §14).
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

/** The country of a language tag: CA for `en-CA`, none for `en`. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** The destination of the first of these parcels that has one, as form values; null if none has one. */
export function lastAddressOf(shipments: readonly Shipment[]): AddressFields | null {
  const address = shipments.find((shipment) => shipment.shippingAddress !== null)?.shippingAddress;
  return address ? { ...address, addressLine2: address.addressLine2 ?? '' } : null;
}

/** The address that this user typed and has not submitted. */
export const addressDraft = tabMemory<AddressFields>('shipping-address');
