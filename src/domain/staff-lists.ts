/** The operators' lists whose views can be named. */
export const LIST_NAMES = [
  'pack-types',
  'orders',
  'users',
  'shipments',
  'packs',
  'singles',
] as const;
export type ListName = (typeof LIST_NAMES)[number];
