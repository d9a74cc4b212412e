// The kinds of sealed packs. Their sentences are in another file (`seal.ts`), because the home page loads only the
// kinds.

/**
 * The shop opened, recorded and sealed a `resealed` pack again. It put an `assembled` pack together from single
 * cards. So the shop must never claim that a pack is as its maker sealed it, or that nobody knows its contents.
 */
export const SEAL_KINDS = ['resealed', 'assembled'] as const;
export type SealKind = (typeof SEAL_KINDS)[number];
