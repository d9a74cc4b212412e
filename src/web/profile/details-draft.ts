import { tabMemory } from '../browser/tab-memory.ts';

/** The details as the form holds them. */
export type Details = Record<
  | 'fullName'
  | 'username'
  | 'phoneNumber'
  | 'addressLine1'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'country',
  string
>;

/** The personal details that the user has changed but not saved; the others come from the profile. */
export const detailsDraft = tabMemory<Partial<Details>>('personal-details');
