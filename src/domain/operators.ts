// Words on the operators' pages (docs/product.md §13).

/** The state of an account. With `leaving`, deletion is scheduled. With `erased`, the personal data is gone. */
export const USER_STATES = ['active', 'locked', 'leaving', 'erased'] as const;
export type UserState = (typeof USER_STATES)[number];
