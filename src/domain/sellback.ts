// What the shop pays for a card, and when an unsold card converts to credits (docs/product.md §5).
import { shareRoundedDown, toCents, type Cents } from './money.ts';

/** The share of its market value that the shop pays for a card (docs/product.md §5). Also in SQL: `value_packs`. */
export const SELLBACK_RATE = 0.5;

/** Shown wherever a user decides to get credits (choice 776). */
export const CREDITS_STAY =
  'Credits pay for packs and shipping here. Unspent bought ones go back to their card on request; earned ones can’t be paid out as money.';

/** Days after opening until an available card converts to credits (docs/product.md §5). */
export const CONVERT_AFTER_DAYS = 30;

/** Days before a card's conversion on which a mail reminds its owner (docs/product.md §5). */
export const REMINDER_DAYS = [7, 1] as const;
/** Days before a card's conversion on which a notice in the shop reminds its owner (docs/product.md §5). */
export const NOTICE_AHEAD_DAYS = 3;
export type ReminderDays = (typeof REMINDER_DAYS)[number] | typeof NOTICE_AHEAD_DAYS;

/**
 * The sell dialog's multiplier is the offer divided by this amount, CAD 10.00, whatever the pack cost
 * (docs/product.md §9).
 */
export const MULTIPLIER_BASE = toCents(1000);

/** The instant buyback offer, also "credit value": half of market value, rounded down to the cent. */
export function sellPrice(marketValue: Cents): Cents {
  return shareRoundedDown(marketValue, SELLBACK_RATE);
}

/** "0.4x": the offer divided by CAD 10.00, one decimal. */
export function formatMultiplier(offer: Cents): string {
  return `${(offer / MULTIPLIER_BASE).toFixed(1)}x`;
}

const DAY_MS = 86_400_000;

/** Days left until a card converts, rounded up and never below 0. Both instants in epoch milliseconds. */
export function daysUntil(convertAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((convertAtMs - nowMs) / DAY_MS));
}
