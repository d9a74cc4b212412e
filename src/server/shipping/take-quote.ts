// Finds the price that a shipment pays. This is the quote that the owner accepted, or else the
// current price.
import { Rejection } from '#domain/rejection.ts';
import { regionPartCode } from '#domain/region.ts';
import type { ShippingAddress } from '#domain/shipping.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { findCurrentTariff } from './current-tariff.ts';
import { parcelContentsOf, decideParcelTo, quotesFor, type QuotedCards } from './make-quotes.ts';
import { countCardsOfParcel, lockShipment } from './shipments-queries.ts';
import { findQuote, insertQuotes, type StoredQuote } from './shipping-quotes-queries.ts';

/**
 * A quote that the owner accepted. If the cards are added to a waiting parcel, `parcelAddress` is
 * this parcel's destination.
 */
export type SeenQuote = { quote: StoredQuote; parcelAddress: ShippingAddress | null };

const TAKEN = 'The parcel that these cards were to go with has changed. Look at what it costs now.';
const OTHERS =
  'This shipping price was given for other cards or another place. Look at what it costs now.';

/**
 * Finds the quote that a user accepted, and locks the parcel to which the cards are added. Call
 * this before you lock any card. Returns null if the user named no quote. Rejects with
 * QUOTE_EXPIRED.
 */
export async function findSeenQuote(
  db: Transaction,
  userId: string,
  quoteId: string | null | undefined,
): Promise<SeenQuote | null> {
  if (!quoteId) return null;
  const quote = await findQuote(db, quoteId);
  if (quote === null || quote.userId !== userId || quote.isExpired) {
    throw new Rejection('QUOTE_EXPIRED');
  }
  if (quote.beside === null) return { quote, parcelAddress: null };
  const parcel = await lockShipment(db, quote.beside.shipmentId);
  const cards = await countCardsOfParcel(db, quote.beside.shipmentId);
  if (parcel?.state !== 'requested' || cards !== quote.beside.cardCount) {
    throw new Rejection('QUOTE_EXPIRED', TAKEN);
  }
  return { quote, parcelAddress: parcel.address };
}

/**
 * Returns the quote for shipping these cards to an address. This is the accepted quote, or without one the present
 * price of the zone's first service. Rejects with QUOTE_EXPIRED if the accepted quote was for other cards, and with
 * VALIDATION_ERROR if there is no price.
 */
export async function takeQuote(
  context: Context<Transaction>,
  seen: SeenQuote | null,
  quoted: QuotedCards,
  address: ShippingAddress,
): Promise<StoredQuote> {
  if (seen === null) return quoteNow(context, quoted, address);
  const { quote } = seen;
  const cardIds = quoted.cards.map(({ id }) => id).toSorted();
  if (cardIds.join() !== quote.cardIds.join() || !isForPlace(quote, address)) {
    throw new Rejection('QUOTE_EXPIRED', OTHERS);
  }
  return quote;
}

/** Whether a quote's price applies to an address. */
export function isForPlace(
  { country, region }: Pick<StoredQuote, 'country' | 'region'>,
  address: ShippingAddress,
): boolean {
  return (
    country === address.country &&
    (region === null || region === regionPartCode(country, address.state))
  );
}

async function quoteNow(
  context: Context<Transaction>,
  quoted: QuotedCards,
  address: ShippingAddress,
): Promise<StoredQuote> {
  const tariff = await findCurrentTariff(context.db);
  const decision = decideParcelTo(context, tariff, address, parcelContentsOf(quoted));
  const { problem } = decision;
  if (problem !== null) {
    const field = problem.field === 'cards' ? 'cardGroups' : `shippingAddress.${problem.field}`;
    throw Rejection.ofField(field, problem.message);
  }
  const [first] = quotesFor(tariff, decision, address, quoted);
  const [stored] = await insertQuotes(context.db, [first!]);
  return stored!;
}
