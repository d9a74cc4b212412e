// Notices inside the shop (docs/product.md §18).
import { WISH_KINDS } from './wish.ts';

/** The maximum number of cards that a notice or mail lists by name. Of any further cards, it gives only the number. */
export const CARDS_TOLD_MOST = 10;

/** The number of days until a notice is deleted. */
export const NOTICE_DAYS = 180;

/**
 * Kinds of notices. `ending` is about cards whose thirty days end soon, and `converted` and `locked` are about cards
 * whose thirty days ended. `shipped` means that a parcel left, and `refunded` that money went back. These notices
 * concern the reader's own things, so only notices about wishes can be switched off (choice 785). Operators get `alert` and
 * `mended`, and switch these off by condition (choice 985).
 */
export const NOTICE_KINDS = [
  ...WISH_KINDS,
  'ending',
  'converted',
  'locked',
  'shipped',
  'refunded',
  'alert',
  'mended',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
