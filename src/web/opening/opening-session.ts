// The client's session of opening packs (docs/product.md §14): begun by a payment, or with a pack of one's
// own that is still sealed. Without one there is nothing to open. Pure; `session-store.ts` keeps it.

/** A paid pack that may be opened: its physical id, and what is known of it. */
export type PackToOpen = { packId: string; name: string; packTypeId?: string };

export type OpeningSession = {
  currentPack: PackToOpen | null;
  /** The pack is chosen and still to be opened. */
  isOpening: boolean;
};

export const NO_SESSION: OpeningSession = { currentPack: null, isOpening: false };

/** A session for a pack. Null: what a payment paid is asked for when one is opened. */
export function sessionOf(pack: PackToOpen | null): OpeningSession {
  return { currentPack: pack, isOpening: true };
}

/** The session once a pack is open: nothing is left to be opened. */
export function sessionOfOpened(pack: PackToOpen): OpeningSession {
  return { currentPack: pack, isOpening: false };
}

/** Whether a session lets its owner in without a payment in the URL. */
export function canOpen(session: OpeningSession): boolean {
  return session.currentPack !== null && session.isOpening;
}
