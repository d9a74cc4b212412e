// Describes what a refund does with each pack. The words are for operators before the refund, for the buyer's mail
// after it, and for docs/operators.md: separate words wrongly promised "back on sale".
import { difference, formatCad, sum, type Cents } from './money.ts';
import type { Quote } from './pricing.ts';
import { quoteNextRefund } from './refund.ts';
import { TAX_ACCOUNTS } from './tax-accounts.ts';
import type { TaxLine } from './tax-lines.ts';

/**
 * The packs of a refund. `resold` packs go back on sale. `shown` packs leave their drop, and the public log shows
 * their contents.
 */
export type PacksOfRefund = { resold: number; shown: number };

/** What an operator sees before refunding packs. */
export type RefundAhead = PacksOfRefund & {
  amount: Cents;
  /** How many of `shown` could be sold again if the buyer returned them, because their drop is not over. */
  keepable: number;
  /** The number of opened packs of the order. */
  opened: number;
  buyersReturn: BuyersReturn;
};

/**
 * How the buyer can return the packs. With `open`, the buyer does it by button. With `ask`, the buyer can ask an
 * operator. With `asked`, the request waits for an answer. With `closed`, the packs can't be returned.
 */
export const BUYERS_RETURNS = ['open', 'ask', 'asked', 'closed'] as const;
export type BuyersReturn = (typeof BUYERS_RETURNS)[number];

/** An order as operators see it. */
export type OrderToRefund = Omit<Quote, 'taxes'> & {
  taxes: Omit<TaxLine, 'account'>[];
  lines: {
    packTypeId: string;
    unitPrice: Cents;
    quantity: number;
    refunded: number;
    unopened: number;
    unopenedOfDrop: number;
    keepable: number;
  }[];
  singles: { singleId: string; unitPrice: Cents; discount: Cents; refunded: Cents | null }[];
  /** The card payment. It is never null for a paid order. */
  payment: { amount: Cents } | null;
  refunds: { amount: Cents; isReplaced: boolean }[];
  buyersReturn: BuyersReturn;
};

/**
 * Computes what a refund of some packs would do. `counts` has the number of packs by type. A type without a count is
 * refunded completely. Packs outside of drops are refunded first.
 */
export function previewRefund(order: OrderToRefund, counts: Record<string, number>): RefundAhead {
  const chosen = order.lines.map((line) => {
    const count = counts[line.packTypeId] ?? line.unopened;
    const shown = Math.max(0, count - (line.unopened - line.unopenedOfDrop));
    return { packTypeId: line.packTypeId, count, shown, keepable: Math.min(shown, line.keepable) };
  });
  const paidBack = order.refunds.filter(({ isReplaced }) => !isReplaced);
  const left = difference(order.payment!.amount, sum(...paidBack.map(({ amount }) => amount)));
  const shown = add(chosen.map((one) => one.shown));
  // It doesn't matter here which ledger account a tax has, but each tax must have a different one.
  const taxes = order.taxes.map((line, at) => ({ ...line, account: TAX_ACCOUNTS[at]! }));
  return {
    amount: quoteNextRefund({ ...order, taxes }, order.lines, chosen, left, {
      of: order.singles.map(({ singleId, ...one }) => ({ houseCardId: singleId, ...one })),
      back: [],
    }).total,
    resold: add(chosen.map(({ count }) => count)) - shown,
    shown,
    keepable: add(chosen.map(({ keepable }) => keepable)),
    opened: add(order.lines.map((line) => line.quantity - line.refunded - line.unopened)),
    buyersReturn: order.buyersReturn,
  };
}

const add = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/**
 * Describes an operator's refund before it is made: how the packs could stay for sale, the amount, and what happens
 * to each pack.
 */
export function refundSentence(refund: RefundAhead): string {
  const { amount, opened } = refund;
  return [
    returnSentence(refund),
    `With this refund, ${formatCad(amount)} goes back to the card.`,
    packsSentence(refund, 'before'),
    opened > 0 &&
      `${capital(packs(opened, 'opened pack'))} of this order ${opened === 1 ? 'is' : 'are'} not refunded, and the cards stay the buyer’s.`,
    'This can’t be undone.',
  ]
    .filter((sentence) => sentence !== false && sentence !== '')
    .join(' ');
}

/** How packs of a drop could stay for sale. Empty if they can't. */
function returnSentence({ keepable, buyersReturn }: RefundAhead): string {
  if (keepable === 0) return '';
  const many = packs(keepable, 'pack');
  const them = keepable === 1 ? 'it' : 'them';
  const sold = `in the browser that bought ${them}: then the shop can sell ${them} again.`;
  switch (buyersReturn) {
    case 'open':
      return `Ask the buyer to return ${many} first, with “${RETURN_LABEL}” on the page of their purchase, ${sold}`;
    case 'ask':
      return `Ask the buyer to press “${ASK_LABEL}” on the page of their purchase first, and allow it. They can return ${many} there, ${sold}`;
    case 'asked':
      return `Allow the return that the buyer asks for first. They can return ${many} by themselves, ${sold}`;
    case 'closed':
      return '';
  }
}

/** The label of the button with which a buyer asks to return packs. */
export const ASK_LABEL = 'Ask to return packs';

/** The label of the button with which a buyer returns packs. */
export const RETURN_LABEL = 'Refund unopened packs';

/** What happens to the packs of a refund. Empty if there are no packs. */
export function packsSentence({ resold, shown }: PacksOfRefund, when: 'before' | 'after'): string {
  const [go, leave] = when === 'after' ? ['went', 'left'] : ['', ''];
  const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);
  return [
    resold > 0 &&
      `${capital(packs(resold, 'pack'))} ${go || verb(resold, 'goes', 'go')} back into stock, to be sold again.`,
    shown > 0 &&
      `${capital(packs(shown, 'pack'))} of a drop ${leave || verb(shown, 'leaves', 'leave')} it for good: never sold again, and the public log shows what ${verb(shown, 'it holds', 'they hold')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Shown to a buyer before they return the unopened packs of a purchase. */
export const RETURN_SENTENCE =
  'What you paid for the packs of this purchase that you have not opened goes back to your card. The packs go back into stock, to be sold again; where their drop is over, they are not, and the public log shows what they hold. This can’t be undone.';

function packs(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
