import type { PackToOpen } from './opening-session.ts';

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The user's sealed pack to open. A list of unopened packs passes it to /card-opening. */
    unopenedPack?: PackToOpen;
    /** The ids of openings to watch in sequence, from one purchase with credits. */
    openings?: string[];
  }
}
