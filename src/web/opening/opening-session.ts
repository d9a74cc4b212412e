// The client's session of opening packs (docs/product.md §14): started by a payment, or with a sealed pack of the
// user's. Without a session there is nothing to open. Pure; `session-store.ts` stores it.

/** A paid pack that may be opened: its physical id, and its known fields. */
export type PackToOpen = { packId: string; name: string; packTypeId?: string };

export type OpeningSession = {
  currentPack: PackToOpen | null;
  /** The pack is chosen and not opened yet. */
  isOpening: boolean;
};

export const NO_SESSION: OpeningSession = { currentPack: null, isOpening: false };

/** A session for a pack. Null: the packs of the payment are queried when one is opened. */
export function sessionOf(pack: PackToOpen | null): OpeningSession {
  return { currentPack: pack, isOpening: true };
}

/** The session once a pack is open: nothing remains to be opened. */
export function sessionOfOpened(pack: PackToOpen): OpeningSession {
  return { currentPack: pack, isOpening: false };
}

/** Whether a session admits its user without a payment in the URL. */
export function canOpen(session: OpeningSession): boolean {
  return session.currentPack !== null && session.isOpening;
}
