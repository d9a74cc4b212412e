// The price that a shipment is charged: the one that its owner saw, or that of now.
import { Rejection } from '#domain/rejection.ts';
import { partOf } from '#domain/region.ts';
import type { ShippingAddress } from '#domain/shipping.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { findCurrentTariff } from './current-tariff.ts';
import { decideFor, quotesFor, type QuotedCards } from './make-quotes.ts';
import { countCardsOfParcel, lockShipment } from './shipments-queries.ts';
import { findQuote, insertQuotes, type StoredQuote } from './shipping-quotes-queries.ts';

/** A quote that was seen, and where its parcel goes if that waits already. */
export type SeenQuote = { quote: StoredQuote; parcelAddress: ShippingAddress | null };

const TAKEN = 'The parcel that these cards were to go with has changed. Look at what it costs now.';
const OTHERS =
  'This shipping price was given for other cards or another place. Look at what it costs now.';

/**
 * Finds the quote that somebody saw and locks the parcel that it goes with, before any card is locked; null: they named
 * none. Rejects with QUOTE_EXPIRED.
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
 * The quote that these cards go by, to an address: the one that was seen, or the first service's price of now. Rejects with
 * QUOTE_EXPIRED where it was given for others, and with VALIDATION_ERROR where there is no price.
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

/** Whether a quote was given for where an address is, as far as its price hangs on that. */
export function isForPlace(
  { country, region }: Pick<StoredQuote, 'country' | 'region'>,
  address: ShippingAddress,
): boolean {
  return (
    country === address.country && (region === null || region === partOf(country, address.state))
  );
}

async function quoteNow(
  context: Context<Transaction>,
  quoted: QuotedCards,
  address: ShippingAddress,
): Promise<StoredQuote> {
  const tariff = await findCurrentTariff(context.db);
  const decision = decideFor(context, tariff, address, quoted);
  const { problem } = decision;
  if (problem !== null) {
    const field = problem.field === 'cards' ? 'cardGroups' : `shippingAddress.${problem.field}`;
    throw Rejection.ofField(field, problem.message);
  }
  const [first] = quotesFor(tariff, decision, address, quoted);
  const [stored] = await insertQuotes(context.db, [first!]);
  return stored!;
}
