// What people wish for, and when they are told (docs/product.md §18).
import type { MailList } from './mail.ts';
import type { Cents } from './money.ts';

/** Cards, and pack types, that one person may wish for. */
export const WISHES_MOST = 200;

/**
 * `stock`: packs came in that can hold cards one wishes for. `back`: a pack that was out of stock is for sale again.
 * `price`: a card's market value crossed the line that one drew.
 */
export const WISH_KINDS = ['stock', 'back', 'price'] as const;
export type WishKind = (typeof WISH_KINDS)[number];

/** The preferences by which each kind is told: in the shop, and by mail. */
export const TOLD_BY = {
  stock: { shop: 'stockNotices', mail: 'stockMails' },
  back: { shop: 'backNotices', mail: 'backMails' },
  price: { shop: 'priceNotices', mail: 'priceMails' },
} as const satisfies Record<WishKind, { shop: string; mail: MailList }>;

/**
 * From which side a market value will cross a line that is drawn now: true, from below. Null: it is at the line, and
 * there is nothing to cross.
 */
export function sideOf(line: Cents, marketValue: Cents): boolean | null {
  return line === marketValue ? null : line > marketValue;
}
