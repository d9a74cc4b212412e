import type { PackType } from '#contract/catalogue.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The pack that a link to its detail page or to the checkout passes along. */
    pack?: PackType;
    /** Or only its id. */
    packId?: string;
    /** How many packs a visitor wanted, who comes back from signing in. */
    quantity?: number;
  }
}
