/**
 * The state of a mail. `kept`: stored for the operator to read, in a shop that sends no mail; it is never sent
 * later. `sending`: a process is at it. `failed`: given up, after a lasting no or many tries
 * (docs/product.md §12).
 */
export const MAIL_STATES = ['kept', 'queued', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];
