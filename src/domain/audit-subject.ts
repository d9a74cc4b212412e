/** Kinds of things that an operator's action can change (docs/product.md §13). */
export const SUBJECT_KINDS = [
  'user',
  'shipment',
  'card',
  'pack_type',
  'pack',
  'drop',
  'price',
  'order',
  'transaction',
  'refund',
  'money_question',
  'discount_code',
  'job',
  'mail',
  'settings',
  'parcel_tariff',
  'text',
  'taxes',
  'places',
  'opening',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
