// Pictures of a pull, and its public page (docs/product.md §18).

/** `wide`: as previews of links are. `tall`: as a phone shows pictures. */
export const PULL_PICTURES = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1350 },
} as const satisfies Record<string, { width: number; height: number }>;
export type PullPicture = keyof typeof PULL_PICTURES;
export const PULL_PICTURE_NAMES = Object.keys(PULL_PICTURES) as PullPicture[];

/** Pages that one person may have public at a time. */
export const SHARED_MOST = 50;

/** 128 random bits in base64url: nobody finds a page who was not given its address. */
export const PULL_ADDRESS_FORM = /^[\w-]{22}$/;
