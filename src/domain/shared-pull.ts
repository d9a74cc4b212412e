// Pictures of a pull (a card from an opened pack), and its public page (docs/product.md §18).

/** `wide`: for link previews. `tall`: for phones. */
export const PULL_PICTURES = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1350 },
} as const satisfies Record<string, { width: number; height: number }>;
export type PullPicture = keyof typeof PULL_PICTURES;
export const PULL_PICTURE_NAMES = Object.keys(PULL_PICTURES) as PullPicture[];

/** Most pages that one user may have public at a time. */
export const SHARED_MOST = 50;

/** 128 random bits in base64url, so that nobody finds a page without its address. */
export const PULL_ADDRESS_FORM = /^[\w-]{22}$/;
