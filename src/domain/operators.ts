// What the operators' pages name (docs/product.md §13).

/** How an account stands: `leaving` asked to be deleted, `erased` says nothing about a person any more. */
export const USER_STATES = ['active', 'locked', 'leaving', 'erased'] as const;
export type UserState = (typeof USER_STATES)[number];

/** What operators do things to. */
export const SUBJECT_KINDS = [
  'user',
  'shipment',
  'card',
  'pack_type',
  'pack',
  'price',
  'order',
  'transaction',
  'discount_code',
  'job',
  'mail',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
