// The initial values of the address form: what the user typed in this tab before, or else the profile's address. If
// neither exists, the country comes from the region that the viewer chose, from the last parcel or from the browser,
// and the form offers the last parcel's address.
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
 * Other hints of the user's country: the region that they chose in this browser for taxes, the destination of their
 * last parcel, and the browser's languages.
 */
type Traces = {
  chosen: Region | null;
  last: AddressFields | null;
  languages: readonly string[];
};

/** The first word of the full name is the first name, the rest the last name (docs/product.md §14). */
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

/** The destination of the newest of these parcels, as form values; null if there is none. */
export function lastAddressOf(shipments: readonly Shipment[]): AddressFields | null {
  const address = shipments.find((shipment) => shipment.shippingAddress !== null)?.shippingAddress;
  return address ? { ...address, addressLine2: address.addressLine2 ?? '' } : null;
}

/** What this user typed and has not submitted. */
export const addressDraft = tabMemory<AddressFields>('shipping-address');
