// What happens to cards whose thirty days are over, and what operators can do with the cards that were locked
// (docs/product.md §5).
import type { CardStatus, LockReason } from './card.ts';
import type { Cents } from './money.ts';
import { SENTENCES } from './rejection.ts';
import { NOTICE_AHEAD_DAYS, REMINDER_DAYS, sellPrice, type ReminderDays } from './sellback.ts';

/** A card whose time is over, read under a lock. */
export type ExpiredCard = { id: string; name: string; marketValue: Cents };

/** A card that goes back to the shop, and what its owner gets for it. */
export type PaidCard<Card = ExpiredCard> = { card: Card; offer: Cents };

/** Converts each card at its current credit value, or locks the cards if their owner has switched conversion off. */
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

/** A card of any user, read under a lock for an operator's call. */
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
 * Decides about the cards that an operator names, in that order. Only cards locked for one of `reasons` qualify, and
 * each only once.
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

/** A card that expires soon, of which its owner should be reminded. */
export type ExpiringCard = ExpiredCard & { convertsAt: Date };

/**
 * How to remind the owner of a card that has reached `stage`. `last` is the stage of the last reminder, or null if
 * there was none. If stages were missed, the owner gets one reminder in each way that was missed.
 */
export function reminderWays(
  stage: ReminderDays,
  last: ReminderDays | null,
): { mail: boolean; notice: boolean } {
  const isNew = (days: ReminderDays) => stage <= days && (last === null || last > days);
  return { mail: REMINDER_DAYS.some(isNew), notice: isNew(NOTICE_AHEAD_DAYS) };
}

/** Sorts the soonest card first. If two cards end at the same time, the more valuable one comes first. */
export function soonestFirst(a: ExpiringCard, b: ExpiringCard): number {
  return a.convertsAt.getTime() - b.convertsAt.getTime() || b.marketValue - a.marketValue;
}

/**
 * Divides a reminder's cards into cards that their owner may prefer to have shipped, and all other cards. Both lists
 * are sorted soonest first. `shipThreshold` is the lowest market value of a card in `toShip`, or null if no
 * threshold is set.
 */
export function planReminder<Card extends ExpiringCard>(
  cards: readonly Card[],
  shipThreshold: Cents | null,
): { toShip: Card[]; rest: Card[] } {
  const isToShip = (card: Card) => shipThreshold !== null && card.marketValue >= shipThreshold;
  const sorted = cards.toSorted(soonestFirst);
  return { toShip: sorted.filter(isToShip), rest: sorted.filter((card) => !isToShip(card)) };
}
