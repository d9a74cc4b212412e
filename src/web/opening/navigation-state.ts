import type { PackToOpen } from './opening-session.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The sealed pack to open. A list of unopened packs passes it to /card-opening. */
    unopenedPack?: PackToOpen;
    /** The ids of the openings to watch one after the other. They come from one purchase with credits. */
    openings?: string[];
    /** If true, these openings are covered, and the page asks how to open them. */
    asksHow?: boolean;
    /** If true, the user has pressed *Tear it open*, and the first of these openings is torn at once. */
    tears?: boolean;
  }
}
