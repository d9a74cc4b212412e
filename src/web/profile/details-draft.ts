import { tabMemory } from '../browser/tab-memory.ts';

/** The details as they are in the form. */
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

/** The personal details that somebody changed and has not saved; the others are as the profile says. */
export const detailsDraft = tabMemory<Partial<Details>>('personal-details');
