// Breaks from buying that people take: pauses, and exclusions, which bind them longer (docs/product.md §21). The file
// also has the rules for accounts that resemble the account of an excluded person.
import { Rejection } from './rejection.ts';

const PAUSE_KINDS = ['day', 'week', 'month'] as const;
const EXCLUSION_KINDS = ['half_year', 'year', 'five_years', 'forever'] as const;
export const BREAK_KINDS = [...PAUSE_KINDS, ...EXCLUSION_KINDS] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** The length of each break, in words. `stamp_break.sql` has the same lengths. */
export const BREAK_WORDS: Record<BreakKind, string> = {
  day: 'a day',
  week: 'a week',
  month: 'a month (30 days)',
  half_year: '6 months',
  year: 'a year',
  five_years: '5 years',
  forever: 'for ever',
};

export function isExclusion(kind: BreakKind): boolean {
  return (EXCLUSION_KINDS as readonly string[]).includes(kind);
}

/** A break that is in force now. If `endsAt` is null, the break never ends. */
export type Break = { kind: BreakKind; beganAt: Date; endsAt: Date | null };

/** What an account can have in common with the account of an excluded person. */
export const LIKENESSES = ['email', 'card', 'home'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/**
 * Why the shop may sell nothing to an account. With `break`, the user asked for a break until an instant, or for
 * ever if `until` is null. With `excluded`, the account resembles the account of an excluded person.
 */
export type SaleBar = { why: 'break'; until: Date | null } | { why: 'excluded' };

/**
 * Rejects with ON_A_BREAK or NOT_SOLD_TO_ACCOUNT if the shop may sell nothing to the account. `contact` is where a
 * person can ask.
 */
export function refuseBarred(bar: SaleBar | null, contact: string): void {
  if (bar === null) return;
  if (bar.why === 'break') throw new Rejection('ON_A_BREAK', breakSentence(bar.until));
  throw new Rejection('NOT_SOLD_TO_ACCOUNT', {
    sentence: `We can’t sell to this account. Ask us: ${contact}`,
    details: { contact },
  });
}

/** Says until when the shop sells nothing to a user. If `until` is null, it never sells to them again. */
export function breakSentence(until: Date | null): string {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
  const end = until === null ? 'ever again' : `until ${day.format(until)}`;
  return `You asked us not to sell to you ${end}. What you own stays yours.`;
}

/**
 * Rejects with ON_A_BREAK if the shop may sell nothing to the user now. Such a user gets no credits as a gift.
 */
export function refuseGift(bar: SaleBar | null): void {
  if (bar === null) return;
  throw new Rejection(
    'ON_A_BREAK',
    'Nothing is sold to this person now, so credits can’t be given as a present. A refund can.',
  );
}
