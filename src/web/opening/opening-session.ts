// The client's session of opening packs (docs/product.md §14): begun by a payment, or with a pack of one's
// own that is still sealed. Without one there is nothing to open. Pure; `session-store.ts` keeps it.
import type { OpenedCard } from '#contract/opening.ts';

/** A paid pack that may be opened: its physical id, and what is known of it. */
export type PackToOpen = { packId: string; name: string; packTypeId?: string };

export type OpeningSession = {
  currentPack: PackToOpen | null;
  openedCards: readonly OpenedCard[];
  /** The pack is chosen and still to be opened. */
  isOpening: boolean;
  hasValidCheckoutSession: boolean;
  /** The payment intent, or the pack. */
  checkoutSessionId: string | null;
};

export const NO_SESSION: OpeningSession = {
  currentPack: null,
  openedCards: [],
  isOpening: false,
  hasValidCheckoutSession: false,
  checkoutSessionId: null,
};

/** A session for a pack that is known by its own id. */
export function sessionOfPack(pack: PackToOpen): OpeningSession {
  return {
    currentPack: pack,
    openedCards: [],
    isOpening: true,
    hasValidCheckoutSession: true,
    checkoutSessionId: pack.packId,
  };
}

/** A session for a payment. Without a pack, what it paid is asked for when one is opened. */
export function sessionOfPayment(
  paymentIntentId: string,
  pack: PackToOpen | null = null,
): OpeningSession {
  return {
    ...NO_SESSION,
    currentPack: pack,
    isOpening: true,
    hasValidCheckoutSession: true,
    checkoutSessionId: paymentIntentId,
  };
}

/** The session once a pack is open: its cards are kept, and nothing is left to be opened. */
export function withCards(
  session: OpeningSession,
  pack: PackToOpen,
  cards: readonly OpenedCard[],
): OpeningSession {
  return { ...session, currentPack: pack, openedCards: cards, isOpening: false };
}

/** Whether a session lets its owner in without a payment in the URL. */
export function isReadyToOpen(session: OpeningSession): boolean {
  return session.hasValidCheckoutSession && session.currentPack !== null && session.isOpening;
}
