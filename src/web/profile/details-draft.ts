import { tabMemory } from '../browser/tab-memory.ts';

/** The personal details as text, as the form has them. */
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

/** The personal details that the user has changed but not saved. Unchanged details come from the profile. */
export const detailsDraft = tabMemory<Partial<Details>>('personal-details');
