// Words of the operators' pages (docs/product.md §13).

/** The state of an account: `leaving` is scheduled for deletion, `erased` no longer contains personal data. */
export const USER_STATES = ['active', 'locked', 'leaving', 'erased'] as const;
export type UserState = (typeof USER_STATES)[number];
