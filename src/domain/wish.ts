// Says what users wish for, and when the shop notifies them (docs/product.md §18).
import type { MailList } from './mail.ts';
import type { Cents } from './money.ts';

/** The maximum number of cards that one user may wish for, and also of pack types. */
export const WISHES_MOST = 200;

/**
 * With `stock`, new packs can hold cards that the user wishes for. With `single`, a copy of such a card is on sale. With `back`, a pack type is for sale again. With
 * `price`, a card's market value crossed the user's limit.
 */
export const WISH_KINDS = ['stock', 'single', 'back', 'price'] as const;
export type WishKind = (typeof WISH_KINDS)[number];

/** The user's preferences for each kind of wish: notices in the shop, and mails. */
export const TOLD_BY = {
  stock: { shop: 'stockNotices', mail: 'stockMails' },
  // Both kinds say that a wished card can be had, so one choice decides about both.
  single: { shop: 'stockNotices', mail: 'stockMails' },
  back: { shop: 'backNotices', mail: 'backMails' },
  price: { shop: 'priceNotices', mail: 'priceMails' },
} as const satisfies Record<WishKind, { shop: string; mail: MailList }>;

/**
 * The side from which a market value will cross a limit. True if it will come from below. Null if the value is at
 * the limit now, so that there is nothing to cross.
 */
export function sideOf(line: Cents, marketValue: Cents): boolean | null {
  return line === marketValue ? null : line > marketValue;
}
