// What the address of the mailbox says: which mails, which page of them, and which one is open.
import { MAIL_STATES, type MailState } from '#domain/mail.ts';

export type MailSearch = { state?: MailState; search?: string; page?: number; mail?: string };

const SEARCH_LENGTH_MAX = 200;

/** Reads `?state=failed&search=mira&page=2&mail=...`; what is not understood is left out. */
export function mailSearch(address: Record<string, unknown>): MailSearch {
  const state = MAIL_STATES.find((one) => one === address['state']);
  const search = textOf(address['search']).slice(0, SEARCH_LENGTH_MAX);
  const page = Number(address['page']);
  const mail = address['mail'];
  return {
    ...(state === undefined ? {} : { state }),
    ...(search.trim() === '' ? {} : { search }),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(typeof mail === 'string' && mail !== '' ? { mail } : {}),
  };
}

/** A search that looks like a number comes as one. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
