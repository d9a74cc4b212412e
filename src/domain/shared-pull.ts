// Pictures of a pull (a card from an opened pack), and its public page (docs/product.md §18).

/** The `wide` picture is for link previews, the `tall` picture for phones. */
export const PULL_PICTURES = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1350 },
} as const satisfies Record<string, { width: number; height: number }>;
export type PullPicture = keyof typeof PULL_PICTURES;
export const PULL_PICTURE_NAMES = Object.keys(PULL_PICTURES) as PullPicture[];

/** The maximum number of pages that one user may have public at a time. */
export const SHARED_MOST = 50;

/** The form of a page's address, which is 128 random bits in base64url, so that nobody can guess it. */
export const PULL_ADDRESS_FORM = /^[\w-]{22}$/;
