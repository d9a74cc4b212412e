import type { PackType } from '#contract/catalogue.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** The pack, which a link passes to the pack's page or to the checkout. */
    pack?: PackType;
    /** The id of the pack, if the link passes no pack. */
    packId?: string;
    /** The number of packs that the visitor chose before signing in. */
    quantity?: number;
    /** Whether the sample of the home page is open. */
    isSampleOpen?: true;
  }
}
