/** The operators' lists of which views can be saved under a name. */
export const LIST_NAMES = [
  'pack-types',
  'orders',
  'users',
  'shipments',
  'packs',
  'singles',
] as const;
export type ListName = (typeof LIST_NAMES)[number];
