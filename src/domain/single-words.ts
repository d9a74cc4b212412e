// How one copy of a card is named in orders, receipts, mails and lists.
import type { Finish } from './card.ts';
import { FINISH_WORDS } from './finish-words.ts';

/** What lists show in place of the pack of a card that was bought as a single. */
export const SINGLE_PACK_NAME = 'Single';

export type SingleName = {
  name: string;
  number: string;
  finish: Finish;
  condition: string;
};

/** Names a copy: "Charizard ex 199, Foil, Near Mint". A normal finish is not named. */
export function singleInWords({ name, number, finish, condition }: SingleName): string {
  const printing = finish === 'normal' ? '' : `, ${FINISH_WORDS[finish]}`;
  return `${name} ${number}${printing}, ${condition}`;
}

/** How many singles a description names. The receipt has all of them. */
const NAMED_MOST = 5;

/** The singles of an order in a list of transactions: at most five by name, then how many more. */
export function singlesInWords(names: readonly string[]): string[] {
  if (names.length <= NAMED_MOST) return [...names];
  return [...names.slice(0, NAMED_MOST), `${names.length - NAMED_MOST} more cards`];
}
