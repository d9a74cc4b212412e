import type { PackType } from '#contract/catalogue.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** The pack, passed on by a link to the pack's page or to the checkout. */
    pack?: PackType;
    /** The pack's id, passed on without the pack. */
    packId?: string;
    /** The number of packs that a visitor had chosen before signing in. */
    quantity?: number;
  }
}
