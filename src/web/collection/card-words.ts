// Sentences about numbers of cards and about the reasons why cards are locked.
import type { CardDisposal, LockReason } from '#domain/card.ts';

const LOCK_WORDS: Record<LockReason, string> = {
  shipping_payment: 'kept while their shipping is paid',
  expired: 'past their thirty days',
  refund: 'part of a refunded payment',
  dispute: 'part of a disputed payment',
};

/** The label of the amount that a card brought. */
export const PAID_WORDS: Record<CardDisposal, string> = {
  sold: 'Sold for',
  converted: 'Converted for',
};

/** Returns a sentence such as "2 cards are locked: kept while their shipping is paid." */
export function lockedSentence(count: number, reasons: ReadonlySet<LockReason>): string {
  const words = Array.from(reasons, (reason) => LOCK_WORDS[reason]).join(', or ');
  const subject = count === 1 ? '1 card is locked' : `${count} cards are locked`;
  return words === '' ? `${subject}.` : `${subject}: ${words}.`;
}

/** Returns "1 card" or "3 cards". */
export function countCards(count: number): string {
  return count === 1 ? '1 card' : `${count} cards`;
}
