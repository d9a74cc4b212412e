// Refunds to cards: their states, and the amount for returned packs (docs/product.md §6).
import { taxesFrom, type Transfer } from './ledger.ts';
import { difference, partHalfUp, sum, times, toCents, ZERO, type Cents } from './money.ts';
import type { Quote } from './pricing.ts';
import { cutTaxes, differenceOfTaxes, partOfTaxes, sumOfTaxes, type TaxLine } from './tax-lines.ts';

/**
 * `due`: the shop has not asked the card provider to refund yet. `pending`: the provider has accepted the refund, but
 * has not paid it yet. `paid`: the provider has paid. `failed`: the refund was refused, or the bank sent the money
 * back; an operator decides.
 */
export const REFUND_STATES = ['due', 'pending', 'paid', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * The next states that each state allows; the same as in the database (`allowed_steps`). A bank may send the money of
 * a `paid` refund back.
 */
export const REFUND_STEPS: Record<RefundState, readonly RefundState[]> = {
  due: ['pending', 'paid', 'failed'],
  pending: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
};

/**
 * How money goes back. `card`: to the card. `credits`: in credits, because the card did not accept the refund.
 * `transfer`: in another way, by an operator. `bank`: by the bank, which took the payment back for its cardholder.
 */
export const REFUND_METHODS = ['card', 'credits', 'transfer', 'bank'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** The card provider's statuses of a refund. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

/**
 * The state of a refund after the provider reported a status. Reports come in any order, so a refund never goes back
 * to an earlier state.
 */
export function refundStateAfter(state: RefundState, status: RefundStatus): RefundState {
  const isRefused = status === 'failed' || status === 'canceled';
  const told = isRefused ? 'failed' : status === 'succeeded' ? 'paid' : 'pending';
  return REFUND_STEPS[state].includes(told) ? told : state;
}

/** Whether the shop still owes the money of a refund. A failed refund counts until another refund replaces it. */
export function isOwed(refund: { state: RefundState; replacedBy: string | null }): boolean {
  return refund.state !== 'paid' && refund.replacedBy === null;
}

/**
 * What the bank did about a payment. `paid`: the money that the bank gave back to the cardholder, and that no refund
 * has used yet. `left`: the money of the payment that is left.
 */
export type BankOfPayment = { dispute: 'open' | 'lost' | null; paid: Cents; left: Cents };

/**
 * What operators can do about a failed refund. `paidByBank`: the part that can be closed because
 * the bank has paid it. `canBePaid`: it can be paid again without paying the buyer twice. While the
 * bank decides, neither is possible.
 */
export function waysOfFailedRefund(
  amount: Cents,
  { dispute, paid, left }: BankOfPayment,
): { canBePaid: boolean; paidByBank: Cents } {
  switch (dispute) {
    case 'open':
      return { canBePaid: false, paidByBank: ZERO };
    case 'lost':
      return { canBePaid: amount <= left, paidByBank: toCents(Math.min(amount, paid)) };
    case null:
      return { canBePaid: true, paidByBank: ZERO };
  }
}

/**
 * The parts of a refund: goods after the discount, taxes at the rates of the sale, and the card fee once all packs
 * are back. `tax` is the sum of `taxes`.
 */
export type RefundQuote = {
  goods: Cents;
  tax: Cents;
  taxes: TaxLine[];
  fee: Cents;
  total: Cents;
};

/**
 * The refund for unopened packs: their share of the order, by their prices before the discount. Each part is rounded
 * once, half up. If all packs come back, the refund is all that was paid.
 */
export function quoteRefund(
  quote: Quote,
  lines: { packTypeId: string; unitPrice: Cents; quantity: number }[],
  unopened: { packTypeId: string; count: number }[],
): RefundQuote {
  const returned = sum(
    ...lines.map((line) => times(line.unitPrice, countOf(unopened, line.packTypeId))),
  );
  const isWhole = lines.every((line) => countOf(unopened, line.packTypeId) === line.quantity);
  const paidForGoods = difference(quote.subtotal, quote.discount);
  const share = (amount: Cents) =>
    isWhole ? amount : partHalfUp(amount, returned, quote.subtotal);
  const goods = share(paidForGoods);
  const taxes = isWhole ? quote.taxes : partOfTaxes(quote.taxes, returned, quote.subtotal);
  const tax = sumOfTaxes(taxes);
  const fee = isWhole ? quote.processingFee : ZERO;
  return { goods, tax, taxes, fee, total: sum(goods, tax, fee) };
}

type PackCount = { packTypeId: string; count: number };
type RefundableLine = {
  packTypeId: string;
  unitPrice: Cents;
  quantity: number;
  /** Packs of this line that came back earlier. */
  refunded: number;
};

/**
 * The refund for packs of an order some of whose other packs were refunded earlier: the refund for
 * all of them together, less the earlier refund, so that partial refunds add up to the cent.
 * `left`: most that the payment can still give back.
 */
export function quoteNextRefund(
  quote: Quote,
  lines: RefundableLine[],
  packs: PackCount[],
  left: Cents,
): RefundQuote {
  const before = lines.map((line) => ({ packTypeId: line.packTypeId, count: line.refunded }));
  const after = before.map(({ packTypeId, count }) => ({
    packTypeId,
    count: count + countOf(packs, packTypeId),
  }));
  const [old, all] = [quoteRefund(quote, lines, before), quoteRefund(quote, lines, after)];
  return partsOf(
    difference(all.goods, old.goods),
    differenceOfTaxes(all.taxes, old.taxes),
    difference(all.fee, old.fee),
    left,
  );
}

/** Reduces a refund to at most `left`: takes the excess off the goods, then the taxes, then the fee. */
export function partsOf(
  goods: Cents,
  taxes: readonly TaxLine[],
  fee: Cents,
  left: Cents,
): RefundQuote {
  const tax = sumOfTaxes(taxes);
  let over = Math.max(0, sum(goods, tax, fee) - left);
  const [lessGoods, lessTax, lessFee] = [goods, tax, fee].map((part) => {
    const taken = Math.min(part, over);
    over -= taken;
    return toCents(part - taken);
  }) as [Cents, Cents, Cents];
  return {
    goods: lessGoods,
    tax: lessTax,
    taxes: cutTaxes(taxes, difference(tax, lessTax)),
    fee: lessFee,
    total: sum(lessGoods, lessTax, lessFee),
  };
}

/** The packs and amounts that match a refund made outside the shop. */
export type RefundMatch = { parts: RefundQuote; unopened: PackCount[]; opened: PackCount[] };

/**
 * Finds the packs for which an amount pays: all that is left of the order, all unopened packs, or some packs of one
 * line (unopened ones first). Null: the amount is none of these prices.
 */
export function matchRefund(
  quote: Quote,
  lines: (RefundableLine & { unopened: number; opened: number })[],
  left: RefundQuote,
  amount: Cents,
): RefundMatch | null {
  const counted = (of: 'unopened' | 'opened') =>
    lines
      .map((line) => ({ packTypeId: line.packTypeId, count: line[of] }))
      .filter(({ count }) => count > 0);
  const all = { unopened: counted('unopened'), opened: counted('opened') };
  if (amount === left.total) return { parts: left, ...all };
  const worthOf = (packs: PackCount[]) => quoteNextRefund(quote, lines, packs, left.total);
  const candidates = [
    { unopened: all.unopened, opened: [] as PackCount[] },
    ...lines.flatMap(({ packTypeId, unopened, opened }) =>
      Array.from({ length: unopened + opened }, (_one, index) => {
        const sealed = Math.min(index + 1, unopened);
        const revealed = index + 1 - sealed;
        return {
          unopened: sealed === 0 ? [] : [{ packTypeId, count: sealed }],
          opened: revealed === 0 ? [] : [{ packTypeId, count: revealed }],
        };
      }),
    ),
  ];
  for (const packs of candidates) {
    const parts = worthOf(mergeCounts([...packs.unopened, ...packs.opened]));
    if (parts.total === amount && amount > 0) return { parts, ...packs };
  }
  return null;
}

function mergeCounts(packs: PackCount[]): PackCount[] {
  const types = [...new Set(packs.map(({ packTypeId }) => packTypeId))];
  return types.map((packTypeId) => ({
    packTypeId,
    count: packs
      .filter((one) => one.packTypeId === packTypeId)
      .reduce((total, { count }) => total + count, 0),
  }));
}

function countOf(packs: PackCount[], packTypeId: string): number {
  return packs.find((one) => one.packTypeId === packTypeId)?.count ?? 0;
}

/** The shop takes a sale back, part by part, and owes the money to the card until the provider pays it. */
export function packRefund({ goods, taxes, fee }: RefundQuote): Transfer[] {
  const parts: Transfer[] = [
    { debit: 'house:sales', credit: 'house:refunds', amount: goods },
    ...taxesFrom(taxes, 'house:refunds'),
    { debit: 'house:fees', credit: 'house:refunds', amount: fee },
  ];
  return parts.filter((transfer) => transfer.amount > 0);
}
