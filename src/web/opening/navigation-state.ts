import type { PackToOpen } from './opening-session.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** A sealed pack of the user's, which a list of unopened packs passes to /card-opening. */
    unopenedPack?: PackToOpen;
    /** The ids of openings that are watched in sequence: those of one purchase with credits. */
    openings?: string[];
  }
}
