// May this buyer buy these packs, and at what price? A pure decision on what was read under lock
// (docs/product.md §6, order of checks in §7).
import { difference, formatCad, sum, ZERO, type Cents } from './money.ts';
import {
  costOfPack,
  quoteOrder,
  type Charges,
  type Discount,
  type PaymentMethod,
  type Quote,
} from './pricing.ts';
import { assert, Rejection } from './rejection.ts';

/** Packs of one line (docs/product.md §7). */
export const QUANTITY_MAX = 100;

/** What the catalogue offers of one pack type, and how many of it the buyer already has. */
export type Offer = {
  packTypeId: string;
  name: string;
  price: Cents;
  isAvailable: boolean;
  /** Packs that one user may ever buy; null = no limit. */
  purchaseLimit: number | null;
  /** Packs of the type that the buyer holds or has paid; refunded ones don't count. */
  alreadyBought: number;
  /** Those of them that are only reserved, until the buyer pays by card. */
  reserved: number;
  /** Packs for sale at this moment; another buyer may still be faster. */
  inStock: number;
};

/** A line of a cart after physical packs have been read as "one more of their type". */
export type WantedLine = { packTypeId: string; quantity: number };

export type OrderLine = WantedLine & { unitPrice: Cents };
export type Order = { lines: OrderLine[]; quote: Quote };

/**
 * The offers as they are once the buyer's own reservations have ended: a new purchase ends them first,
 * so they never stand in its way.
 */
export function withoutReserved(offers: Offer[]): Offer[] {
  return offers.map((offer) => ({
    ...offer,
    alreadyBought: offer.alreadyBought - offer.reserved,
    inStock: offer.inStock + offer.reserved,
    reserved: 0,
  }));
}

/** Prices a cart of known pack types. */
export function priceOrder(
  wanted: WantedLine[],
  offers: Offer[],
  discount: Discount | null,
  method: PaymentMethod,
  charges: Charges,
): Order {
  const lines = wanted.map((line) => ({ ...line, unitPrice: offerOf(line, offers).price }));
  return { lines, quote: quoteOrder(lines, discount, method, charges) };
}

/** What each pack of an order cost, in the order of their ids: that decides who gets the odd cent. */
export function costsOfPacks<Pack extends { id: string; packTypeId: string }>(
  { lines, quote }: Order,
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

/** Rejects with PACK_NOT_FOUND, PURCHASE_LIMIT_REACHED, in this order. */
export function checkLimits(wanted: WantedLine[], offers: Offer[]): void {
  for (const line of wanted) {
    const { purchaseLimit, alreadyBought } = offerOf(line, offers);
    if (purchaseLimit === null || alreadyBought + line.quantity <= purchaseLimit) continue;
    // The usual sentence is about a limit of one; any other limit is named.
    throw purchaseLimit === 1
      ? new Rejection('PURCHASE_LIMIT_REACHED')
      : new Rejection(
          'PURCHASE_LIMIT_REACHED',
          `You can only purchase ${purchaseLimit} of this pack`,
        );
  }
}

/** Rejects with STAFF_CANNOT_BUY. `closed`: the types of which this buyer, who is staff, may buy nothing now. */
export function checkStaff(wanted: WantedLine[], closed: string[]): void {
  if (wanted.some(({ packTypeId }) => closed.includes(packTypeId))) {
    throw new Rejection('STAFF_CANNOT_BUY');
  }
}

/** Rejects with INSUFFICIENT_BALANCE, saying how much is missing. */
export function checkBalance(balance: Cents, total: Cents): void {
  if (balance >= total) return;
  const missing = difference(total, balance);
  throw new Rejection(
    'INSUFFICIENT_BALANCE',
    `Insufficient credits. Add ${formatCad(missing)} more to purchase.`,
  );
}

/** Rejects with PACK_UNAVAILABLE for a type that is not on sale, or has fewer packs than wanted. */
export function checkStock(wanted: WantedLine[], offers: Offer[]): void {
  for (const line of wanted) {
    const offer = offerOf(line, offers);
    if (!offer.isAvailable || offer.inStock < line.quantity) throw packUnavailable(offer.name);
  }
}

/** The most that a buyer could have of a line's type now: what the limit leaves, and what is on sale. */
export function quantityMax(line: WantedLine, offers: Offer[]): number {
  const { purchaseLimit, alreadyBought, inStock, isAvailable } = offerOf(line, offers);
  const left = purchaseLimit === null ? QUANTITY_MAX : purchaseLimit - alreadyBought;
  return Math.max(0, Math.min(QUANTITY_MAX, left, isAvailable ? inStock : 0));
}

/**
 * Everything that keeps a buyer with this balance from buying, in the shop's words and the order of
 * checks; empty when nothing does. Rejects with PACK_NOT_FOUND.
 */
export function purchaseProblems(
  wanted: WantedLine[],
  offers: Offer[],
  total: Cents,
  balance: Cents,
): string[] {
  const checks: [() => void, string | null][] = [
    [() => checkLimits(wanted, offers), null],
    // These two are said shorter where they are listed.
    [() => checkBalance(balance, total), 'Insufficient credits'],
    [() => checkStock(wanted, offers), 'Pack is not available or insufficient stock'],
  ];
  return checks.flatMap(([check, words]) => {
    const refused = refusalOf(check);
    return refused === null ? [] : [words ?? refused];
  });
}

/** The reason a check fails; null if it passes. An unknown pack still throws a Rejection. */
export function refusalOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Rejection && error.code !== 'PACK_NOT_FOUND') return error.sentence;
    throw error;
  }
}

/** What is still missing from a cart after some packs were taken from stock. */
export function missingPacks(wanted: WantedLine[], taken: { packTypeId: string }[]): WantedLine[] {
  return wanted
    .map(({ packTypeId, quantity }) => ({
      packTypeId,
      quantity: quantity - taken.filter((pack) => pack.packTypeId === packTypeId).length,
    }))
    .filter((line) => line.quantity > 0);
}

/** Rejects with PACK_UNAVAILABLE when other buyers were faster than the count of the stock said. */
export function checkComplete(
  wanted: WantedLine[],
  offers: Offer[],
  taken: { packTypeId: string }[],
): void {
  const [missing] = missingPacks(wanted, taken);
  if (missing !== undefined) throw packUnavailable(offerOf(missing, offers).name);
}

/** One for each pack, or none at all. Rejects with VALIDATION_ERROR. */
export function checkRefs(wanted: WantedLine[], refs: string[] | undefined): void {
  const packs = wanted.reduce((total, { quantity }) => total + quantity, 0);
  if (refs === undefined || refs.length === packs) return;
  throw new Rejection('VALIDATION_ERROR', `refs must have one hash for each of the ${packs} packs`);
}

/** Rejects with VALIDATION_ERROR where a pack got another ref than the buyer's: theirs was used before. */
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
