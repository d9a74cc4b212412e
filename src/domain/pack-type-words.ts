import type { PackTypeFields } from './pack-type.ts';

/** What operators read for the fields of a pack type. Columns of imports have the same names. */
export const PACK_TYPE_FIELD_WORDS: Record<keyof PackTypeFields, string> = {
  name: 'name',
  description: 'description',
  price: 'price',
  nextPrice: 'price from the next drop',
  sealKind: 'seal kind',
  purchaseLimit: 'purchase limit',
  guaranteed: 'guaranteed',
  isAvailable: 'is available',
  tags: 'tags',
  details: 'details',
  promisesFoil: 'promises a foil',
  promisesRarity: 'promised rarity',
  promisesHits: 'promised hits',
};
