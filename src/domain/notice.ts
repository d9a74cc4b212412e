// Notices inside the shop (docs/product.md §18).
import { WISH_KINDS } from './wish.ts';

/** Most cards that a notice or mail lists. It gives only the number of the others. */
export const CARDS_TOLD_MOST = 10;

/** Days until a notice is deleted. */
export const NOTICE_DAYS = 180;

/**
 * Kinds of notices. `ending`: cards whose thirty days end soon. `converted`, `locked`: cards whose thirty days ended.
 * `shipped`: a parcel left. `refunded`: money went back. These concern the reader's own things, so only notices about
 * wishes can be switched off (choice 785).
 */
export const NOTICE_KINDS = [
  ...WISH_KINDS,
  'ending',
  'converted',
  'locked',
  'shipped',
  'refunded',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
