/**
 * The state of a mail. `kept`: stored for the operator to read, in a shop that sends no mail; it is never sent
 * later. `sending`: a process is at it. `failed`: given up, after a lasting no or many tries
 * (docs/product.md §12).
 */
export const MAIL_STATES = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * Mails that somebody can do without, one kind by itself. What is about an order's money, security or expiry is in none of
 * them; the names are those of the preferences.
 */
export const MAIL_LISTS = ['openingMails', 'parcelMails'] as const;
export type MailList = (typeof MAIL_LISTS)[number];

export const MAIL_LIST_WORDS: Record<MailList, string> = {
  openingMails: 'mails about the packs that you open',
  parcelMails: 'mails about where your parcels are',
};

/** The list that a mail is of, by its kind; null: of none, so that nobody can be taken off. */
export function listOf(kind: string): MailList | null {
  if (kind === 'openings') return 'openingMails';
  return kind.startsWith('shipment_') ? 'parcelMails' : null;
}
