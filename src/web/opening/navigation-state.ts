import type { PackToOpen } from './opening-session.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** A sealed pack of one's own, passed to /card-opening by a list of unopened packs. */
    unopenedPack?: PackToOpen;
    /** The openings that are watched one after the other, by id: those of one purchase with credits. */
    openings?: string[];
  }
}
