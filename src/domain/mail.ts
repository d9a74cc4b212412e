/**
 * The state of a mail (docs/product.md §12). A `kept` mail is stored for the operator to read, because the shop
 * sends no mail; it is never sent later. A process is sending a `sending` mail. A `failed` mail was given up after a
 * permanent refusal or many tries.
 */
export const MAIL_STATES = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * Lists of mails, each of which a user can switch off. None of these lists is about an order's money, security or
 * expiry. The names are those of the preferences.
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

/** Lists that are off until a user switches them on, because their mails are not part of any purchase. */
export const ASKED_LISTS: ReadonlySet<MailList> = new Set([
  'stockMails',
  'backMails',
  'priceMails',
]);

/**
 * Mails with a code, and warnings about an account. They never wait behind receipts. A reader waits for a code, and
 * must act on a warning before a stranger does.
 */
export const URGENT_KINDS: readonly string[] = [
  'verify_email',
  'reset_password',
  'change_email',
  'prove_mail',
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

/** Mails with a code that is valid for days. Many are sent at once, so they wait behind codes and receipts. */
export const LASTING_CODE_KINDS: readonly string[] = ['imported_account'];

export function isUrgent(kind: string): boolean {
  return URGENT_KINDS.includes(kind);
}

const LIST_OF_KIND: Partial<Record<string, MailList>> = {
  openings: 'openingMails',
  wish_stock: 'stockMails',
  wish_single: 'stockMails',
  wish_back: 'backMails',
  wish_price: 'priceMails',
};

/** The list to which mails of a kind belong. Null if the kind can't be switched off. */
export function listOf(kind: string): MailList | null {
  if (kind.startsWith('shipment_')) return 'parcelMails';
  return LIST_OF_KIND[kind] ?? null;
}
