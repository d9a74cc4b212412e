// The price that the shop pays for a card, and the time when an unsold card converts to credits (docs/product.md §5).
import { least, shareRoundedDown, toCents, type Cents } from './money.ts';

/**
 * The share of its market value that the shop pays for a card (docs/product.md §5). The SQL function `value_packs`
 * has the same share.
 */
export const SELLBACK_RATE = 0.5;

/** The sentence for every place where a user decides to get credits (choice 776). */
export const CREDITS_STAY =
  'Credits pay for packs and shipping here. Unspent bought ones go back to their card on request; earned ones can’t be paid out as money.';

/** The number of days after opening until an available card converts to credits (docs/product.md §5). */
export const CONVERT_AFTER_DAYS = 30;

/** The numbers of days before a card's conversion at which a mail reminds the card's owner (docs/product.md §5). */
export const REMINDER_DAYS = [7, 1] as const;
/**
 * The number of days before a card's conversion at which a notice in the shop reminds the card's owner
 * (docs/product.md §5).
 */
export const NOTICE_AHEAD_DAYS = 3;
export type ReminderDays = (typeof REMINDER_DAYS)[number] | typeof NOTICE_AHEAD_DAYS;

/**
 * The sell dialog's multiplier is the offer divided by this amount, CAD 10.00. It does not depend on the pack's cost
 * (docs/product.md §9).
 */
export const MULTIPLIER_BASE = toCents(1000);

/**
 * The instant buyback offer, also called "credit value". It is half of the market value, rounded down to the cent. A
 * card that was bought as a single brings at most half of its `cost`, so that nobody gains by buying and selling back.
 */
export function sellPrice(marketValue: Cents, cost: Cents | null = null): Cents {
  const value = shareRoundedDown(marketValue, SELLBACK_RATE);
  return cost === null ? value : least(value, shareRoundedDown(cost, SELLBACK_RATE));
}

/** The offer divided by CAD 10.00, with one decimal, as in "0.4x". */
export function formatMultiplier(offer: Cents): string {
  const times = (offer / MULTIPLIER_BASE).toFixed(1);
  return times === '0.0' ? 'less than 0.1x' : `${times}x`;
}

const DAY_MS = 86_400_000;

/**
 * The number of days left until a card converts, rounded up and never below 0. Both instants are in epoch
 * milliseconds.
 */
export function daysUntil(convertAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((convertAtMs - nowMs) / DAY_MS));
}
