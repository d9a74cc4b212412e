// The browser's session of opening packs (docs/product.md §14). A payment or a sealed pack starts it. Pure;
// `session-store.ts` stores the session.

/** A paid pack to open: the id of the physical pack, and the fields known so far. */
export type PackToOpen = { packId: string; name: string; packTypeId?: string };

export type OpeningSession = {
  currentPack: PackToOpen | null;
  /** Whether a pack is still to be opened: the current one, or any pack of the payment. */
  isOpening: boolean;
};

export const NO_SESSION: OpeningSession = { currentPack: null, isOpening: false };

/** A new session. `pack` null: the page picks a pack of the payment. */
export function sessionOf(pack: PackToOpen | null): OpeningSession {
  return { currentPack: pack, isOpening: true };
}

/** The session after its pack was opened: nothing is left to open. */
export function sessionOfOpened(pack: PackToOpen): OpeningSession {
  return { currentPack: pack, isOpening: false };
}

/** Whether the user may open a pack without a payment in the URL. */
export function canOpen(session: OpeningSession): boolean {
  return session.currentPack !== null && session.isOpening;
}
