// The acts that the operators' search offers: "refund order 1f2e" finds the order and begins its refund.
import { inviteStaff } from '#contract/admin-staff.ts';
import { lockUser } from '#contract/admin-users.ts';
import { createPackType } from '#contract/catalogue-admin.ts';
import { refundPacks } from '#contract/checkout-refunds.ts';
import { draftDrop } from '#contract/drops-admin.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sendParcels } from '#contract/shipping-labels.ts';
import { takeInHand } from '#contract/singles-admin.ts';
import { takeInPacks, withdrawPack } from '#contract/stock-admin.ts';
import { giveCredits } from '#contract/profile.ts';
import type { FoundKind } from '#domain/desk-search.ts';
import { searchKey } from '#domain/search-key.ts';
import type { LinkProps } from '@tanstack/react-router';
import type { BegunAct } from './begun-act.ts';

/** An act on something that the search finds. */
export type ActOn = { words: string; kind: FoundKind; begins: BegunAct; by: Endpoint };

export const ACTS_ON: readonly ActOn[] = [
  { words: 'Refund order', kind: 'order', begins: 'refund', by: refundPacks },
  { words: 'Give credits to', kind: 'person', begins: 'give_credits', by: giveCredits },
  { words: 'Lock person', kind: 'person', begins: 'lock', by: lockUser },
  { words: 'Withdraw pack', kind: 'pack', begins: 'withdraw', by: withdrawPack },
];

/** An act that begins on a page of its own. */
export type ActOnPage = Pick<LinkProps, 'to' | 'search'> & {
  words: string;
  /** Other words by which somebody may look for the act. */
  also?: string;
  by: Endpoint;
};

export const ACTS_ON_PAGES: readonly ActOnPage[] = [
  { words: 'Take in packs', to: '/admin/stock/intake', by: takeInPacks },
  { words: 'Take singles in hand', to: '/admin/singles/take-in-hand', by: takeInHand },
  {
    words: 'Invite or remove staff',
    also: 'hire, fire, remove staff, employee',
    to: '/admin/staff',
    by: inviteStaff,
  },
  { words: 'Buy and print labels', also: 'postage', to: '/admin/shipping', by: sendParcels },
  { words: 'Make a drop', to: '/admin/drops/new', by: draftDrop },
  {
    words: 'Make a pack type',
    to: '/admin/catalogue',
    search: { make: true } as never,
    by: createPackType,
  },
];

/**
 * Returns what a typed act is about: "1f2e" for "refund order 1f2e" or "refund 1f2e". Returns null while only the act's
 * name is typed, such as "ref", and undefined if the text is another act or none.
 */
export function objectOf(act: ActOn, text: string): string | null | undefined {
  const typed = searchKey(text).trimStart();
  const words = searchKey(act.words);
  if (typed === '') return undefined;
  if (words.startsWith(typed.trimEnd())) return null;
  const [verb = ''] = words.split(' ');
  const begun = [words, verb].find((one) => typed.startsWith(`${one} `));
  return begun === undefined ? undefined : text.trimStart().slice(begun.length).trim();
}

/** Whether the name contains the text, from the beginning of one of the name's words. */
export function nameContains(name: string, text: string): boolean {
  return ` ${searchKey(name)}`.includes(` ${searchKey(text).trim()}`);
}
