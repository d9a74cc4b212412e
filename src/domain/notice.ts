// What people are told in the shop itself (docs/product.md §18).
import { WISH_KINDS } from './wish.ts';

/** Of how many cards a notice or a mail tells by name; the rest it counts. */
export const CARDS_TOLD_MOST = 10;

/** Notices are kept for so long. */
export const NOTICE_DAYS = 180;

/**
 * Besides those of wishes. `ending`: cards whose thirty days are over soon. `converted`, `locked`: cards whose thirty days were
 * over. `shipped`: a parcel left. `refunded`: money went back. These tell of what is one's own, and can't be switched off
 * (choice 785).
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
