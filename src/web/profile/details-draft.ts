import { tabMemory } from '../browser/tab-memory.ts';

/** The personal details as the form holds them. All of them are texts. */
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

/** The details that the user has changed but not saved. All other details come from the profile. */
export const detailsDraft = tabMemory<Partial<Details>>('personal-details');
