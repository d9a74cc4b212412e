// Codes of six digits. They prove that a user reads the mails to an address (docs/product.md §8).

/** The purpose of a code. A code works for its own purpose only. */
export const CODE_PURPOSES = [
  'verify_email',
  'reset_password',
  'change_email',
  'prove_mail',
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CODE_DIGITS = 6;
/** The number of minutes for which a code is valid. */
export const CODE_LIFE_MINUTES = 10;
/** The length of the code in the link that sets the first password of an imported account, and the days it is valid. */
export const LINK_CODE_LENGTH = 32;
export const LINK_CODE_LIFE_DAYS = 14;
/** The number of wrong tries after which a new code is needed. */
export const CODE_TRIES_MAX = 5;
/** The number of seconds between two codes for one account and purpose. */
export const CODE_PAUSE_S = 60;
