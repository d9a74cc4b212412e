import type { PackType } from '#contract/catalogue.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The pack, passed on by a link to its detail page or to the checkout. */
    pack?: PackType;
    /** Only its id. */
    packId?: string;
    /** The number of packs that a visitor wanted before they went to sign in. */
    quantity?: number;
  }
}
