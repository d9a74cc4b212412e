// Notices inside the shop (docs/product.md §18).
import { WISH_KINDS } from './wish.ts';

/** How many cards a notice or a mail names; it counts the rest. */
export const CARDS_TOLD_MOST = 10;

/** Days until a notice is deleted. */
export const NOTICE_DAYS = 180;

/**
 * Besides those of wishes. `ending`: cards whose thirty days are over soon. `converted`, `locked`: cards whose thirty days were
 * over. `shipped`: a parcel left. `refunded`: money went back. These are about the reader's own things, and can't be switched
 * off (choice 785).
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
