// The search parameters of the mail page: the filters, the page, and the open mail.
import { MAIL_STATES, type MailState } from '#domain/mail.ts';
import { pageIn, uuidIn, wordsIn, type Address } from '../lists/address-parts.ts';

export type MailSearch = { state?: MailState; search?: string; page?: number; mail?: string };

/** Reads `?state=failed&search=mira&page=2&mail=...`. Unknown values are dropped. */
export function mailSearch(address: Address): MailSearch {
  const state = MAIL_STATES.find((one) => one === address['state']);
  return {
    ...(state === undefined ? {} : { state }),
    ...wordsIn(address),
    ...pageIn(address),
    ...uuidIn(address, 'mail'),
  };
}
