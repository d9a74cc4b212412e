// Decides whether a buyer may buy these packs, and computes the price (docs/product.md §6). Uses only data that was
// read under a lock. docs/product.md §7 has the order of the checks.
import { difference, formatCad, sum, times, ZERO, type Cents } from './money.ts';
import {
  costOfPack,
  quoteOrder,
  type Charges,
  type Discount,
  type PaymentMethod,
  type Quote,
} from './pricing.ts';
import { assert, Rejection } from './rejection.ts';
import { splitByWeight } from './split.ts';

/** The maximum number of packs of one cart line (docs/product.md §7). */
export const QUANTITY_MAX = 100;

/** The maximum number of singles of one cart. */
export const SINGLES_MAX = 50;

/** One pack type's offer, and how many of its packs the buyer already has. */
export type Offer = {
  packTypeId: string;
  name: string;
  price: Cents;
  isAvailable: boolean;
  /** The maximum number of packs that one user may ever buy. Null if there is no limit. */
  purchaseLimit: number | null;
  /** Packs of the type that the buyer holds or has paid for. Refunded packs don't count. */
  alreadyBought: number;
  /** How many of `alreadyBought` are only reserved, until the buyer pays by card. */
  reserved: number;
  /** The number of packs for sale at this moment. Another buyer may still be faster. */
  inStock: number;
};

/** A cart line. A physical pack in the cart counts as one pack of its type. */
export type WantedLine = { packTypeId: string; quantity: number };

export type OrderLine = WantedLine & { unitPrice: Cents };

/** A card of the house that a buyer wants. `price` is what the shop asks for it, before tax. */
export type SingleOffer = { houseCardId: string; name: string; price: Cents; isOnSale: boolean };

/** A single of an order, with its part of the order's discount. */
export type SingleLine = { houseCardId: string; unitPrice: Cents; discount: Cents };

export type Order = { lines: OrderLine[]; singles: SingleLine[]; quote: Quote };

/**
 * The offers after the buyer's own reservations end. A new purchase first ends these reservations, so they never
 * prevent the purchase.
 */
export function withoutReserved(offers: Offer[]): Offer[] {
  return offers.map((offer) => ({
    ...offer,
    alreadyBought: offer.alreadyBought - offer.reserved,
    inStock: offer.inStock + offer.reserved,
    reserved: 0,
  }));
}

/** The goods of a cart, with what the shop asks for them. */
export type Goods = { wanted: WantedLine[]; offers: Offer[]; singles: readonly SingleOffer[] };

/** Prices a cart of known pack types and singles. */
export function priceOrder(
  { wanted, offers, singles }: Goods,
  discount: Discount | null,
  method: PaymentMethod,
  charges: Charges,
): Order {
  const lines = wanted.map((line) => ({ ...line, unitPrice: offerOf(line, offers).price }));
  const ones = singles.map(({ price }) => ({ unitPrice: price, quantity: 1 }));
  const quote = quoteOrder([...lines, ...ones], discount, method, charges);
  return { lines, singles: withDiscounts(lines, singles, quote.discount), quote };
}

/**
 * Gives each single its part of the discount, by price. The packs have the rest of it. So each single has a price of
 * its own, which no other line's return changes.
 */
function withDiscounts(
  lines: OrderLine[],
  singles: readonly SingleOffer[],
  discount: Cents,
): SingleLine[] {
  if (singles.length === 0) return [];
  const packs = sum(...lines.map((line) => times(line.unitPrice, line.quantity)));
  const [, ...parts] = splitByWeight(discount, [packs, ...singles.map(({ price }) => price)]);
  return singles.map(({ houseCardId, price }, at) => ({
    houseCardId,
    unitPrice: price,
    discount: parts[at]!,
  }));
}

/** Rejects with SINGLE_UNAVAILABLE if a single is not on sale. */
export function checkSingles(singles: SingleOffer[]): void {
  const gone = singles.find(({ isOnSale }) => !isOnSale);
  if (gone !== undefined) throw singleUnavailable(gone.name);
}

/** Rejects with SINGLE_UNAVAILABLE if another buyer took a single after it was read. */
export function checkSinglesTaken(singles: SingleOffer[], taken: { houseCardId: string }[]): void {
  const missing = singles.find(
    (one) => !taken.some(({ houseCardId }) => houseCardId === one.houseCardId),
  );
  if (missing !== undefined) throw singleUnavailable(missing.name);
}

function singleUnavailable(name: string): Rejection {
  return new Rejection('SINGLE_UNAVAILABLE', `${name} is no longer available.`);
}

/** The cost of each pack of an order. The order of the packs' ids decides which pack gets the odd cent. */
export function costsOfPacks<Pack extends { id: string; packTypeId: string }>(
  { lines, quote }: Pick<Order, 'lines' | 'quote'>,
  packs: Pack[],
): (Pack & { paid: Cents })[] {
  let before = ZERO;
  return packs
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((pack) => {
      const line = lines.find(({ packTypeId }) => packTypeId === pack.packTypeId);
      assert(line !== undefined, 'an order is of the types of its packs');
      const paid = costOfPack(quote, before, line.unitPrice);
      before = sum(before, line.unitPrice);
      return { ...pack, paid };
    });
}

/** Checks each line in turn. Rejects with PACK_NOT_FOUND or PURCHASE_LIMIT_REACHED. */
export function checkLimits(wanted: WantedLine[], offers: Offer[]): void {
  for (const line of wanted) {
    const { purchaseLimit, alreadyBought } = offerOf(line, offers);
    if (purchaseLimit === null || alreadyBought + line.quantity <= purchaseLimit) continue;
    // The default sentence is about a limit of one. For other limits the sentence names the number.
    throw purchaseLimit === 1
      ? new Rejection('PURCHASE_LIMIT_REACHED')
      : new Rejection(
          'PURCHASE_LIMIT_REACHED',
          `You can only purchase ${purchaseLimit} of this pack`,
        );
  }
}

/**
 * Rejects with STAFF_CANNOT_BUY. `closed` has the pack types of which this buyer, who is an operator, may buy
 * nothing now.
 */
export function checkStaff(wanted: WantedLine[], closed: string[]): void {
  if (wanted.some(({ packTypeId }) => closed.includes(packTypeId))) {
    throw new Rejection('STAFF_CANNOT_BUY');
  }
}

/** Rejects with INSUFFICIENT_BALANCE. The sentence says how much is missing. */
export function checkBalance(balance: Cents, total: Cents): void {
  if (balance >= total) return;
  const missing = difference(total, balance);
  throw new Rejection(
    'INSUFFICIENT_BALANCE',
    `Insufficient credits. Add ${formatCad(missing)} more to purchase.`,
  );
}

/** Rejects with PACK_UNAVAILABLE if a pack type is not on sale or has fewer packs than wanted. */
export function checkStock(wanted: WantedLine[], offers: Offer[]): void {
  for (const line of wanted) {
    const offer = offerOf(line, offers);
    if (!offer.isAvailable || offer.inStock < line.quantity) throw packUnavailable(offer.name);
  }
}

/**
 * The maximum number of packs of a line's type that the buyer could have now. The purchase limit, the stock and
 * QUANTITY_MAX limit it.
 */
export function quantityMax(line: WantedLine, offers: Offer[]): number {
  const { purchaseLimit, alreadyBought, inStock, isAvailable } = offerOf(line, offers);
  const left = purchaseLimit === null ? QUANTITY_MAX : purchaseLimit - alreadyBought;
  return Math.max(0, Math.min(QUANTITY_MAX, left, isAvailable ? inStock : 0));
}

/**
 * All reasons why a buyer with this balance can't buy, in the order of the checks. Empty if the buyer can buy.
 * Rejects with PACK_NOT_FOUND if a pack type is unknown.
 */
export function purchaseProblems(
  wanted: WantedLine[],
  offers: Offer[],
  total: Cents,
  balance: Cents,
): string[] {
  const checks: [() => void, string | null][] = [
    [() => checkLimits(wanted, offers), null],
    // These two reasons have shorter sentences in the list.
    [() => checkBalance(balance, total), 'Insufficient credits'],
    [() => checkStock(wanted, offers), 'Pack is not available or insufficient stock'],
  ];
  return checks.flatMap(([check, words]) => {
    const refused = refusalOf(check);
    return refused === null ? [] : [words ?? refused];
  });
}

/**
 * Runs a check. Returns the sentence of its rejection, or null if the check passes. Still throws for an unknown
 * pack.
 */
export function refusalOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Rejection && error.code !== 'PACK_NOT_FOUND') return error.sentence;
    throw error;
  }
}

/** The packs of a cart that are still missing after some packs were taken from stock. */
export function missingPacks(wanted: WantedLine[], taken: { packTypeId: string }[]): WantedLine[] {
  return wanted
    .map(({ packTypeId, quantity }) => ({
      packTypeId,
      quantity: quantity - taken.filter((pack) => pack.packTypeId === packTypeId).length,
    }))
    .filter((line) => line.quantity > 0);
}

/** Rejects with PACK_UNAVAILABLE if other buyers took packs after the stock was counted. */
export function checkComplete(
  wanted: WantedLine[],
  offers: Offer[],
  taken: { packTypeId: string }[],
): void {
  const [missing] = missingPacks(wanted, taken);
  if (missing !== undefined) throw packUnavailable(offerOf(missing, offers).name);
}

export function countPacks(wanted: WantedLine[]): number {
  return wanted.reduce((total, { quantity }) => total + quantity, 0);
}

/** Rejects with VALIDATION_ERROR if `refs` is given and does not have one ref for each pack. */
export function checkRefs(wanted: WantedLine[], refs: string[] | undefined): void {
  const packs = countPacks(wanted);
  if (refs === undefined || refs.length === packs) return;
  throw new Rejection('VALIDATION_ERROR', `refs must have one hash for each of the ${packs} packs`);
}

/**
 * Rejects with VALIDATION_ERROR if a ticket has a ref that the buyer did not send. That happens if the buyer's ref
 * was used before.
 */
export function checkRefsTaken(tickets: { ref: string }[], refs: string[] | undefined): void {
  if (refs === undefined || tickets.every(({ ref }) => refs.includes(ref))) return;
  throw new Rejection('VALIDATION_ERROR', USED_REF);
}
export const USED_REF = 'One of these refs was used before: each pack needs a secret of its own';

function packUnavailable(name: string): Rejection {
  return new Rejection(
    'PACK_UNAVAILABLE',
    `Pack "${name}" is no longer available. Please return to the catalog.`,
  );
}

function offerOf(line: WantedLine, offers: Offer[]): Offer {
  const offer = offers.find((one) => one.packTypeId === line.packTypeId);
  if (offer === undefined) throw new Rejection('PACK_NOT_FOUND');
  return offer;
}
