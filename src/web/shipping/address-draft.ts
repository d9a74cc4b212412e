// What the address form starts with: what was typed in this tab before, else what the profile knows.
import type { User } from '#contract/profile.ts';
import type { shippingAddress } from '#contract/shipping.ts';
import { DEFAULT_COUNTRY } from '#domain/shipping.ts';
import type * as z from 'zod/mini';

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

/** The address as it stands in the form. */
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

const KEY = 'shipping-address';

/** Keeps what is typed, so that a page that is loaded again does not ask twice. Of this tab only. */
export function rememberAddress(userId: string, address: AddressFields): void {
  sessionStorage.setItem(KEY, JSON.stringify({ userId, address }));
}

/** What this person typed in this tab, or null. */
export function rememberedAddress(userId: string): AddressFields | null {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return null;
  const kept = JSON.parse(text) as { userId: string; address: AddressFields };
  return kept.userId === userId ? kept.address : null;
}

export function forgetAddress(): void {
  sessionStorage.removeItem(KEY);
}
