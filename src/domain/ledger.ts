// Which account pays which, for each business event (docs/product.md §6). A user's balance is what the
// shop owes them: a credit raises it, a debit lowers it.
import { difference, sum, type Cents } from './money.ts';
import type { Quote } from './pricing.ts';
import type { TopUpLeft, TopUpQuote } from './top-up.ts';
import type { JournalKind } from './journal-kind.ts';
import type { TaxLine } from './tax-lines.ts';
import type { HouseAccount } from './house-accounts.ts';

/** A house account, a user's credits by the user's id, or what a user owes the shop. */
export type LedgerAccount = HouseAccount | { userId: string } | { debtorId: string };

/** One movement of a positive amount from one account to another. */
export type Transfer = { debit: LedgerAccount; credit: LedgerAccount; amount: Cents };

/** A line of a receipt: the item, the quantity, and the line total. */
type ReceiptLine = { text: string; quantity: number; amount: Cents };

/** What a receipt contains beyond the sums of its transfers: fixed when the money moves. */
export type ReceiptNote = { lines: ReceiptLine[]; discount: Cents };

/** An event that moves money. One fact (kind and reference) is posted once, for ever. */
export type Journal = {
  /** Omitted: a new one. */
  id?: string;
  kind: JournalKind;
  referenceId: string;
  userId: string;
  description: string;
  /** The operator's reference; omitted: `referenceId` is used. */
  reference?: string;
  /** Omitted: its receipt has one line, the description. */
  receipt?: ReceiptNote;
  transfers: Transfer[];
};

function moving(transfers: Transfer[]): Transfer[] {
  return transfers.filter((transfer) => transfer.amount > 0);
}

/** Each tax into its account. */
export function taxesTo(debit: LedgerAccount, taxes: readonly TaxLine[]): Transfer[] {
  return moving(taxes.map(({ account, amount }) => ({ debit, credit: account, amount })));
}

/** Each tax back out of its account. */
export function taxesFrom(taxes: readonly TaxLine[], credit: LedgerAccount): Transfer[] {
  return moving(taxes.map(({ account, amount }) => ({ debit: account, credit, amount })));
}

/** A user pays an order from their balance: the goods to sales, the tax to tax. */
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

/** An order is paid by card: what the card provider owes us is the house's, part by part. */
export function cardPurchase(quote: Quote): Transfer[] {
  const debit = 'house:card_clearing';
  return moving([
    { debit, credit: 'house:sales', amount: difference(quote.subtotal, quote.discount) },
    ...taxesTo(debit, quote.taxes),
    { debit, credit: 'house:fees', amount: quote.processingFee },
  ]);
}

/** Money came by card for what can't be delivered any more: it is owed back. */
export function undeliverablePayment(received: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:refunds', amount: received }];
}

/** What was owed back has gone back to the card. */
export function cardRefund(amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: 'house:card_clearing', amount }];
}

/** A bank sent the money back: it is owed again. */
export function returnedRefund(amount: Cents): Transfer[] {
  return [{ debit: 'house:card_clearing', credit: 'house:refunds', amount }];
}

/** What a refund takes back of what was bought; what can't be taken back is the house's loss. */
export function takenBack(taken: Transfer[], amount: Cents): Transfer[] {
  const lost = difference(amount, sum(...taken.map((transfer) => transfer.amount)));
  return moving([...taken, { debit: 'house:losses', credit: 'house:refunds', amount: lost }]);
}

/** The house buys a card back, or converts it. A card worth nothing moves nothing. */
export function cardBuyback(userId: string, paid: Cents): Transfer[] {
  return moving([{ debit: 'house:buyback', credit: { userId }, amount: paid }]);
}

/** The house gives credits. */
export function bonus(userId: string, amount: Cents): Transfer[] {
  return moving([{ debit: 'house:promotions', credit: { userId }, amount }]);
}

/** A user buys credits with a card: the credits are theirs, the fee is the house's. */
export function topUp(userId: string, { amount, fee }: TopUpQuote): Transfer[] {
  const debit = 'house:card_clearing';
  return moving([
    { debit, credit: { userId }, amount },
    { debit, credit: 'house:fees', amount: fee },
  ]);
}

/** Bought credits go back where they came from, and so does their fee. */
export function returnedTopUp(userId: string, back: TopUpLeft): Transfer[] {
  return moving([
    { debit: { userId }, credit: 'house:refunds', amount: back.credits },
    { debit: 'house:fees', credit: 'house:refunds', amount: back.fee },
  ]);
}

/** Credits take the place of what a card did not take. */
export function refundInPlace(userId: string, amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: { userId }, amount }];
}

/** What was owed to a card, its bank has paid: what the house lost by the dispute it doesn't owe any more. */
export function refundByBank(amount: Cents): Transfer[] {
  return [{ debit: 'house:refunds', credit: 'house:dispute_losses', amount }];
}

/** What a refund gave somebody for what they keep is no loss of the house: they owe it. */
export function refundOwed(
  userId: string,
  account: 'house:losses' | 'house:dispute_losses',
  amount: Cents,
): Transfer[] {
  return [{ debit: { debtorId: userId }, credit: account, amount }];
}

/** The house takes back a sale, in credits. */
export function refundInCredits(userId: string, amount: Cents): Transfer[] {
  return moving([{ debit: 'house:sales', credit: { userId }, amount }]);
}
