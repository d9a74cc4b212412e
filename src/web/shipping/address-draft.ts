// What the address form starts with: what was typed in this tab before, else what the profile knows.
import type { User } from '#contract/profile.ts';
import type { shippingAddress } from '#contract/shipping.ts';
import { DEFAULT_COUNTRY } from '#domain/shipping.ts';
import type * as z from 'zod/mini';
import { tabMemory } from '../api/tab-memory.ts';

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

/** The first word of the full name is the first name, the rest the last name (docs/product.md §14). */
export function prefilledAddress(profile: KnownAddress): AddressFields {
  const [firstName = '', ...rest] = (profile.fullName ?? '').trim().split(/\s+/);
  return {
    firstName,
    lastName: rest.join(' '),
    addressLine1: profile.addressLine1 ?? '',
    addressLine2: '',
    city: profile.city ?? '',
    state: profile.state ?? '',
    postalCode: profile.zipCode ?? '',
    country: /^[A-Z]{2}$/.test(profile.country ?? '') ? profile.country! : DEFAULT_COUNTRY,
  };
}

/** What this person typed and has not sent. */
export const addressDraft = tabMemory<AddressFields>('shipping-address');
