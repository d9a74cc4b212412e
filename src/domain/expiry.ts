// What happens to cards whose thirty days are over, and what operators do with those that were locked
// then (docs/product.md §5).
import type { CardStatus, LockReason } from './card.ts';
import type { Cents } from './money.ts';
import { SENTENCES } from './rejection.ts';
import { NOTICE_AHEAD_DAYS, REMINDER_DAYS, sellPrice, type ReminderDays } from './sellback.ts';

/** A card as it was read under lock, its time over. */
export type ExpiredCard = { id: string; name: string; marketValue: Cents };

/** A card that goes back to the house, and what its owner gets for it. */
export type PaidCard<Card = ExpiredCard> = { card: Card; offer: Cents };

/**
 * Each card goes one of two ways: it converts at its credit value at this moment, or is kept locked for an owner
 * who has switched conversion off.
 */
export function planExpiry<Card extends ExpiredCard>(
  cards: readonly Card[],
  converts: boolean,
): { converted: PaidCard<Card>[]; locked: Card[] } {
  if (!converts) return { converted: [], locked: [...cards] };
  return {
    converted: cards.map((card) => ({ card, offer: sellPrice(card.marketValue) })),
    locked: [],
  };
}

/** A card of anybody's, as an operator's call read it under lock. */
export type LockedCard = ExpiredCard & {
  ownerId: string;
  status: CardStatus;
  lockReason: LockReason | null;
};

/** The decision about one card that an operator named. */
export type Decision =
  | { isDone: true; card: LockedCard }
  | {
      isDone: false;
      card: LockedCard | null;
      code: 'CARD_NOT_FOUND' | 'CARD_NOT_AVAILABLE';
      sentence: string;
    };

const LOCKED_AS: Record<LockReason, string> = {
  expired: 'expired',
  refund: 'refunded',
  shipping_payment: 'being paid',
  dispute: 'disputed',
};

/**
 * Judges the cards that an operator names, in that order: only cards that are locked for certain reasons can be
 * decided about by hand, and each once, however often it is named.
 */
export function decideLocked(
  cardIds: readonly string[],
  cards: readonly LockedCard[],
  reasons: readonly LockReason[],
): Decision[] {
  const left = new Map(cards.map((card) => [card.id, card]));
  const decided = new Set<string>();
  return cardIds.map((id) => {
    const card = left.get(id);
    if (card === undefined) {
      return {
        isDone: false,
        card: null,
        code: 'CARD_NOT_FOUND',
        sentence: SENTENCES.CARD_NOT_FOUND,
      };
    }
    const isMeant = card.lockReason !== null && reasons.includes(card.lockReason);
    if (!isMeant || decided.has(id)) {
      return {
        isDone: false,
        card,
        code: 'CARD_NOT_AVAILABLE',
        sentence: `This card is not locked as ${reasons.map((one) => LOCKED_AS[one]).join(' or ')}`,
      };
    }
    decided.add(id);
    return { isDone: true, card };
  });
}

/** A card whose owner should be reminded that it expires soon. */
export type ExpiringCard = ExpiredCard & { convertsAt: Date };

/**
 * How the owner of a card is reminded that has come to `stage`, and was last reminded of at the stage `last`. A card that comes
 * late to a stage is mentioned there once, by whatever was missed.
 */
export function reminderWays(
  stage: ReminderDays,
  last: ReminderDays | null,
): { mail: boolean; notice: boolean } {
  const isNew = (days: ReminderDays) => stage <= days && (last === null || last > days);
  return { mail: REMINDER_DAYS.some(isNew), notice: isNew(NOTICE_AHEAD_DAYS) };
}

/** Soonest first; of one moment the most valuable first. */
export function soonestFirst(a: ExpiringCard, b: ExpiringCard): number {
  return a.convertsAt.getTime() - b.convertsAt.getTime() || b.marketValue - a.marketValue;
}

/**
 * Splits a reminder's cards, both parts soonest first: those that their owner would rather have shipped,
 * by the market value they set (null: they set none), and the rest.
 */
export function planReminder<Card extends ExpiringCard>(
  cards: readonly Card[],
  shipThreshold: Cents | null,
): { toShip: Card[]; rest: Card[] } {
  const isToShip = (card: Card) => shipThreshold !== null && card.marketValue >= shipThreshold;
  const sorted = cards.toSorted(soonestFirst);
  return { toShip: sorted.filter(isToShip), rest: sorted.filter((card) => !isToShip(card)) };
}
