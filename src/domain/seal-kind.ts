// The kinds of sealed packs. Apart from their sentences (`seal.ts`), because the home page loads only the kinds.

/**
 * `resealed`: opened, recorded and sealed again by the shop. `assembled`: put together by the shop from single cards.
 * So the shop must never claim that a pack is as its maker sealed it, or that nobody knows its contents.
 */
export const SEAL_KINDS = ['resealed', 'assembled'] as const;
export type SealKind = (typeof SEAL_KINDS)[number];
