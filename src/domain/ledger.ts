// The transfers of each business event (docs/product.md §6). A user's balance is the shop's debt to the user: a
// credit raises it, a debit lowers it.
import { difference, sum, type Cents } from './money.ts';
import type { Quote } from './pricing.ts';
import type { TopUpLeft, TopUpQuote } from './top-up.ts';
import type { JournalKind } from './journal-kind.ts';
import type { TaxLine } from './tax-lines.ts';
import type { HouseAccount } from './house-accounts.ts';

/** A house account, a user's credits (`userId`), or a user's debt to the shop (`debtorId`). */
export type LedgerAccount = HouseAccount | { userId: string } | { debtorId: string };

/** One movement of a positive amount from one account to another. */
export type Transfer = { debit: LedgerAccount; credit: LedgerAccount; amount: Cents };

/** A line of a receipt: the item, the quantity, and the line total. */
type ReceiptLine = { text: string; quantity: number; amount: Cents };

/** What a receipt contains besides the sums of its transfers. It is fixed when the money moves. */
export type ReceiptNote = { lines: ReceiptLine[]; discount: Cents };

/** An event that moves money. Each pair of kind and reference is posted only once, for ever. */
export type Journal = {
  /** The journal's id. If omitted, the journal gets a new id. */
  id?: string;
  kind: JournalKind;
  referenceId: string;
  userId: string;
  description: string;
  /** The operator's reference. If omitted, it is `referenceId`. */
  reference?: string;
  /** The lines of the receipt. If omitted, the receipt has one line with the description. */
  receipt?: ReceiptNote;
  transfers: Transfer[];
};

function moving(transfers: Transfer[]): Transfer[] {
  return transfers.filter((transfer) => transfer.amount > 0);
}

/** Pays each tax into its account. */
export function taxesTo(debit: LedgerAccount, taxes: readonly TaxLine[]): Transfer[] {
  return moving(taxes.map(({ account, amount }) => ({ debit, credit: account, amount })));
}

/** Takes each tax back out of its account. */
export function taxesFrom(taxes: readonly TaxLine[], credit: LedgerAccount): Transfer[] {
  return moving(taxes.map(({ account, amount }) => ({ debit: account, credit, amount })));
}

/** A user pays an order with credits. The price goes to sales, and each tax to its account. */
export function balancePurchase(userId: string, quote: Quote): Transfer[] {
  return moving([
    {
      debit: { userId },
      credit: 'house:sales',
      amount: difference(quote.subtotal, quote.discount),
    },
    ...taxesTo({ userId }, quote.taxes),
    { debit: { userId }, credit: 'house:fees', amount: quote.processingFee },
  ]);
}

/**
 * A user pays an order by card. The card provider then owes the shop the total, which goes part by part to the shop's
 * accounts.
 */
export function cardPurchase(quote: Quote): Transfer[] {
  const debit = 'house:card_clearing';
  return moving([
    { debit, credit: 'house:sales', amount: difference(quote.subtotal, quote.discount) },
    ...taxesTo(debit, quote.taxes),
    { debit, credit: 'house:fees', amount: quote.processingFee },
  ]);
}

/** A card payment arrived that can no longer be delivered, so the shop owes the money back. */
export function undeliverablePayment(received: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:refunds', amount: received }];
}

/** Money that the shop owed has gone back to the card. */
export function cardRefund(amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: 'house:card_clearing', amount }];
}

/** A bank sent a refund back, so the shop owes the money again. */
export function returnedRefund(amount: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:refunds', amount }];
}

/**
 * The amount that the shop owes to a card after these transfers. It is the sum of their credits to `house:refunds`.
 */
export function sumForCard(transfers: Transfer[]): Cents {
  const forCard = transfers.filter(({ credit }) => credit === 'house:refunds');
  return sum(...forCard.map((transfer) => transfer.amount));
}

/**
 * The transfers of a refund of `amount`. `taken` has the transfers that the refund takes back from the purchase. The
 * shop bears the rest of the amount.
 */
export function takenBack(taken: Transfer[], amount: Cents): Transfer[] {
  const lost = difference(amount, sumForCard(taken));
  return moving([...taken, { debit: 'house:losses', credit: 'house:refunds', amount: lost }]);
}

/** The shop buys a card back, or converts it. If the card is worth nothing, no money moves. */
export function cardBuyback(userId: string, paid: Cents): Transfer[] {
  return moving([{ debit: 'house:buyback', credit: { userId }, amount: paid }]);
}

/** The shop gives credits. */
export function bonus(userId: string, amount: Cents): Transfer[] {
  return moving([{ debit: 'house:promotions', credit: { userId }, amount }]);
}

/** A user gets the credits that they had in another shop (choice 1081). */
export function creditsMovedIn(userId: string, isBought: boolean, amount: Cents): Transfer[] {
  const debit = isBought ? 'house:imported_bought' : 'house:imported_earned';
  return [{ debit, credit: { userId }, amount }];
}

/** A user buys credits with a card. The user gets the credits, and the shop gets the fee. */
export function topUp(userId: string, { amount, fee }: TopUpQuote): Transfer[] {
  const debit = 'house:card_clearing';
  return moving([
    { debit, credit: { userId }, amount },
    { debit, credit: 'house:fees', amount: fee },
  ]);
}

/**
 * Bought credits and their fee are refunded to the card. `gift` has the unspent credits that an operator gave for
 * this top-up. The shop takes these credits back, but pays no money for them.
 */
export function returnedTopUp(userId: string, back: TopUpLeft & { gift: Cents }): Transfer[] {
  return moving([
    { debit: { userId }, credit: 'house:refunds', amount: back.credits },
    { debit: 'house:fees', credit: 'house:refunds', amount: back.fee },
    { debit: { userId }, credit: 'house:promotions', amount: back.gift },
  ]);
}

/** An operator paid bought credits back in another way than to a card. */
export function creditsPaidOut(userId: string, amount: Cents): Transfer[] {
  return [{ debit: { userId }, credit: 'house:bank', amount }];
}

/** An operator paid a refund in another way, because the card did not accept it. */
export function refundByTransfer(amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: 'house:bank', amount }];
}

/** The user gets credits instead of a refund that the card did not accept. */
export function refundInPlace(userId: string, amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: { userId }, amount }];
}

/** The bank has paid a refund that the shop owed to a card. This reduces the shop's loss from the dispute. */
export function refundByBank(amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: 'house:dispute_losses', amount }];
}

/**
 * The shop paid a refund for something that the user keeps. The user owes the refunded amount, so that the shop has
 * no loss.
 */
export function refundOwed(
  userId: string,
  account: 'house:losses' | 'house:dispute_losses',
  amount: Cents,
): Transfer[] {
  return [{ debit: { debtorId: userId }, credit: account, amount }];
}

/** A single that was paid with credits came back. Its price and its taxes go back to the credits. */
export function singleReturned(
  userId: string,
  { goods, taxes }: { goods: Cents; taxes: readonly TaxLine[] },
): Transfer[] {
  return moving([
    { debit: 'house:sales', credit: { userId }, amount: goods },
    ...taxesFrom(taxes, { userId }),
  ]);
}

/** The shop refunds a sale in credits. */
export function refundInCredits(userId: string, amount: Cents): Transfer[] {
  return moving([{ debit: 'house:sales', credit: { userId }, amount }]);
}
