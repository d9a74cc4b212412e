// The session in which this browser opens packs (docs/product.md §14). A payment or a sealed pack starts the session.
// The functions are pure; `session-store.ts` stores the session.

/** A paid pack to open. `packId`: the id of the physical pack. */
export type PackToOpen = { packId: string; name: string; packTypeId?: string };

export type OpeningSession = {
  currentPack: PackToOpen | null;
  /** True while the current pack is unopened. Without a current pack, true while any pack of the payment is unopened. */
  isOpening: boolean;
};

export const NO_SESSION: OpeningSession = { currentPack: null, isOpening: false };

/** Returns a new session. If `pack` is null, the page chooses a pack of the payment. */
export function sessionOf(pack: PackToOpen | null): OpeningSession {
  return { currentPack: pack, isOpening: true };
}

/** Returns the session after its pack was opened, when nothing is left to open. */
export function sessionOfOpened(pack: PackToOpen): OpeningSession {
  return { currentPack: pack, isOpening: false };
}

/** Returns whether the user may open a pack if the URL has no payment. */
export function canOpen(session: OpeningSession): boolean {
  return session.currentPack !== null && session.isOpening;
}
