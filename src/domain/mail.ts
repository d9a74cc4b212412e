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
export const MAIL_LISTS = [
  'openingMails',
  'parcelMails',
  'stockMails',
  'backMails',
  'priceMails',
] as const;
export type MailList = (typeof MAIL_LISTS)[number];

export const MAIL_LIST_WORDS: Record<MailList, string> = {
  openingMails: 'mails about the packs that you open',
  parcelMails: 'mails about where your parcels are',
  stockMails: 'mails about packs that can hold cards you wish for',
  backMails: 'mails about packs that are back in stock',
  priceMails: 'mails about prices that cross a line you set',
};

/** Lists that nobody is on who has not asked for it: what they bring is no part of anything that was bought. */
export const ASKED_LISTS: ReadonlySet<MailList> = new Set([
  'stockMails',
  'backMails',
  'priceMails',
]);

/**
 * Mails with a code, and warnings about an account: their readers wait for them, or have to act before a stranger does.
 * They never wait behind receipts.
 */
export const URGENT_KINDS: readonly string[] = [
  'verify_email',
  'reset_password',
  'change_email',
  'new_sign_in',
  'many_failed_sign_ins',
  'password_changed',
  'email_changing',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'two_factor_removed',
  'recovery_code_used',
  'account_deletion',
  'account_kept',
];

export function isUrgent(kind: string): boolean {
  return URGENT_KINDS.includes(kind);
}

const LIST_OF_KIND: Partial<Record<string, MailList>> = {
  openings: 'openingMails',
  wish_stock: 'stockMails',
  wish_back: 'backMails',
  wish_price: 'priceMails',
};

/** The list that a mail is of, by its kind; null: of none, so that nobody can be taken off. */
export function listOf(kind: string): MailList | null {
  if (kind.startsWith('shipment_')) return 'parcelMails';
  return LIST_OF_KIND[kind] ?? null;
}
