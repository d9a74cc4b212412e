// Refunds to cards. This file has their states, and computes the amount for returned packs (docs/product.md §6).
import { taxesFrom, type Transfer } from './ledger.ts';
import { difference, partHalfUp, sum, times, toCents, ZERO, type Cents } from './money.ts';
import { netOf, type Quote } from './pricing.ts';
import { cutTaxes, differenceOfTaxes, partOfTaxes, sumOfTaxes, type TaxLine } from './tax-lines.ts';

/**
 * With `due`, the shop has not asked the card provider to refund yet. With `pending`, the provider has accepted the
 * refund, but has not paid it yet. With `paid`, the provider has paid. With `failed`, the refund was refused, or the
 * bank sent the money back, and an operator decides.
 */
export const REFUND_STATES = ['due', 'pending', 'paid', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * The next states that each state allows. The database has the same steps (`allowed_steps`). A bank may send the
 * money of a `paid` refund back.
 */
export const REFUND_STEPS: Record<RefundState, readonly RefundState[]> = {
  due: ['pending', 'paid', 'failed'],
  pending: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
};

/**
 * How money goes back. With `card`, it goes to the card. With `credits`, the user gets credits, because the card did
 * not accept the refund. With `transfer`, an operator pays it in another way. With `bank`, the bank pays it, because
 * it took the payment back for its cardholder.
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
 * How the bank treated a payment. `paid` is the money that the bank gave back to the cardholder and that no refund
 * has used yet. `left` is the money of the payment that is left.
 */
export type BankOfPayment = { dispute: 'open' | 'lost' | null; paid: Cents; left: Cents };

/**
 * What operators can do about a failed refund. `paidByBank` is the part that can be closed because the bank has paid
 * it. `canBePaid` says whether the refund can be paid again without paying the buyer twice. While the bank decides,
 * neither is possible.
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
 * The parts of a refund. They are the goods after the discount, the taxes at the rates of the sale, and the card fee
 * once all packs are back. `tax` is the sum of `taxes`.
 */
export type RefundQuote = {
  goods: Cents;
  tax: Cents;
  taxes: TaxLine[];
  fee: Cents;
  total: Cents;
};

/**
 * The refund for unopened packs. It is their share of the order, by their prices before the discount. Each part is
 * rounded once, half up. If all packs come back, the refund is all that was paid. A single has its own price after the
 * discount.
 */
export function quoteRefund(
  quote: Quote,
  lines: { packTypeId: string; unitPrice: Cents; quantity: number }[],
  unopened: { packTypeId: string; count: number }[],
  singles: readonly SingleBack[] = [],
): RefundQuote {
  const returned = sum(
    ...lines.map((line) => times(line.unitPrice, countOf(unopened, line.packTypeId))),
  );
  const isWhole =
    lines.every((line) => countOf(unopened, line.packTypeId) === line.quantity) &&
    singles.every(({ back }) => back !== null);
  const paidForGoods = difference(quote.subtotal, quote.discount);
  const fee = isWhole ? quote.processingFee : ZERO;
  if (singles.length > 0) {
    const goods = goodsBack(paidForGoods, lines, returned, singles);
    const taxes =
      goods === paidForGoods ? quote.taxes : partOfTaxes(quote.taxes, goods, paidForGoods);
    const tax = sumOfTaxes(taxes);
    return { goods, tax, taxes, fee, total: sum(goods, tax, fee) };
  }
  const share = (amount: Cents) =>
    isWhole ? amount : partHalfUp(amount, returned, quote.subtotal);
  const goods = share(paidForGoods);
  const taxes = isWhole ? quote.taxes : partOfTaxes(quote.taxes, returned, quote.subtotal);
  const tax = sumOfTaxes(taxes);
  return { goods, tax, taxes, fee, total: sum(goods, tax, fee) };
}

/**
 * A single of an order. `net`: its price after its part of the discount. `back`: how much of `net` is refunded; null if
 * the single is not returned.
 */
export type SingleBack = { net: Cents; back: Cents | null };

/**
 * How much of the goods' price is refunded in an order with singles. The packs share the part of the price that the
 * singles leave.
 */
function goodsBack(
  paidForGoods: Cents,
  lines: { unitPrice: Cents; quantity: number }[],
  returned: Cents,
  singles: readonly SingleBack[],
): Cents {
  const packs = sum(...lines.map((line) => times(line.unitPrice, line.quantity)));
  const paidForPacks = difference(paidForGoods, sum(...singles.map(({ net }) => net)));
  return sum(partHalfUp(paidForPacks, returned, packs), ...singles.map(({ back }) => back ?? ZERO));
}

type PackCount = { packTypeId: string; count: number };
type RefundableLine = {
  packTypeId: string;
  unitPrice: Cents;
  quantity: number;
  /** The number of packs of this line that came back earlier. */
  refunded: number;
};

/** A single of an order, and how much of its price was refunded earlier; null if nothing was. */
export type RefundableSingle = {
  houseCardId: string;
  unitPrice: Cents;
  discount: Cents;
  refunded: Cents | null;
};

/** What is refunded for a single now, before tax. */
export type GivenBack = { houseCardId: string; goods: Cents };

/**
 * The refund for packs and singles of an order from which others were refunded earlier. It is the refund for all these
 * together, less the earlier refund. So partial refunds add up to the cent. `left` is the most that the payment can
 * still give back.
 */
export function quoteNextRefund(
  quote: Quote,
  lines: RefundableLine[],
  packs: PackCount[],
  left: Cents,
  singles: { of: readonly RefundableSingle[]; back: readonly GivenBack[] } = { of: [], back: [] },
): RefundQuote {
  const before = lines.map((line) => ({ packTypeId: line.packTypeId, count: line.refunded }));
  const after = before.map(({ packTypeId, count }) => ({
    packTypeId,
    count: count + countOf(packs, packTypeId),
  }));
  const singlesBefore = singles.of.map((one) => ({ net: netOf(one), back: one.refunded }));
  const singlesAfter = singles.of.map((one) => ({
    net: netOf(one),
    back: one.refunded ?? goodsOf(singles.back, one.houseCardId),
  }));
  const old = quoteRefund(quote, lines, before, singlesBefore);
  const all = quoteRefund(quote, lines, after, singlesAfter);
  return capRefund(
    difference(all.goods, old.goods),
    differenceOfTaxes(all.taxes, old.taxes),
    difference(all.fee, old.fee),
    left,
  );
}

/**
 * Reduces a refund to at most `left`. Takes the excess first from the goods, then from the taxes, then from the fee.
 */
export function capRefund(
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
export type RefundMatch = {
  parts: RefundQuote;
  unopened: PackCount[];
  opened: PackCount[];
  singles: GivenBack[];
};

/**
 * Finds the packs and singles for which an amount pays. They are all that is left of the order, or all unopened packs,
 * or some packs of one line (unopened ones first), or all singles, or one of them. Null if the amount fits none of these.
 */
export function matchRefund(
  quote: Quote,
  lines: (RefundableLine & { unopened: number; opened: number })[],
  left: RefundQuote,
  amount: Cents,
  singles: readonly RefundableSingle[] = [],
): RefundMatch | null {
  const counted = (of: 'unopened' | 'opened') =>
    lines
      .map((line) => ({ packTypeId: line.packTypeId, count: line[of] }))
      .filter(({ count }) => count > 0);
  const all = { unopened: counted('unopened'), opened: counted('opened') };
  const bought = singles
    .filter(({ refunded }) => refunded === null)
    .map((one) => ({ houseCardId: one.houseCardId, goods: netOf(one) }));
  if (amount === left.total) return { parts: left, ...all, singles: bought };
  const candidates: Omit<RefundMatch, 'parts'>[] = [
    { unopened: all.unopened, opened: [], singles: [] },
    ...lines.flatMap(({ packTypeId, unopened, opened }) =>
      Array.from({ length: unopened + opened }, (_one, index) => {
        const sealed = Math.min(index + 1, unopened);
        const revealed = index + 1 - sealed;
        return {
          unopened: sealed === 0 ? [] : [{ packTypeId, count: sealed }],
          opened: revealed === 0 ? [] : [{ packTypeId, count: revealed }],
          singles: [],
        };
      }),
    ),
    ...[bought, ...bought.map((one) => [one])].map((back) => ({
      unopened: [],
      opened: [],
      singles: back,
    })),
  ];
  for (const goods of candidates) {
    const packs = mergeCounts([...goods.unopened, ...goods.opened]);
    const parts = quoteNextRefund(quote, lines, packs, left.total, {
      of: singles,
      back: goods.singles,
    });
    if (parts.total === amount && amount > 0) return { parts, ...goods };
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

function goodsOf(back: readonly GivenBack[], houseCardId: string): Cents | null {
  return back.find((one) => one.houseCardId === houseCardId)?.goods ?? null;
}

function countOf(packs: PackCount[], packTypeId: string): number {
  return packs.find((one) => one.packTypeId === packTypeId)?.count ?? 0;
}

/** The shop takes a sale back, part by part. It then owes the money to the card until the provider pays it. */
export function packRefund({ goods, taxes, fee }: RefundQuote): Transfer[] {
  const parts: Transfer[] = [
    { debit: 'house:sales', credit: 'house:refunds', amount: goods },
    ...taxesFrom(taxes, 'house:refunds'),
    { debit: 'house:fees', credit: 'house:refunds', amount: fee },
  ];
  return parts.filter((transfer) => transfer.amount > 0);
}
