// What the address form starts with: what was typed in this tab before, else what the profile knows. Where that is
// nothing, the country is where the viewer said that they live, that of the last parcel or of the browser, and the last
// parcel's address is offered.
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

/** The address as it is in the form. */
export type AddressFields = z.input<typeof shippingAddress>;

type KnownAddress = Pick<
  User,
  'fullName' | 'addressLine1' | 'city' | 'state' | 'zipCode' | 'country'
>;

/**
 * What else tells where somebody is: what they chose in this browser for its taxes, where their last parcel went, and the
 * languages of the browser.
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

/** The country that a language is set to: CA for `en-CA`, none for `en`. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** Where the newest of these parcels went, as the form has it; null where none went anywhere. */
export function lastAddressOf(shipments: readonly Shipment[]): AddressFields | null {
  const address = shipments.find((shipment) => shipment.shippingAddress !== null)?.shippingAddress;
  return address ? { ...address, addressLine2: address.addressLine2 ?? '' } : null;
}

/** What this person typed and has not sent. */
export const addressDraft = tabMemory<AddressFields>('shipping-address');
