// If the shop has a tax provider, gets the provider's tax calculation before a shipment's
// transaction. Nothing is locked here. If something changes meanwhile, the transaction rejects.
import type { Input } from '#contract/endpoint.ts';
import type * as rows from '#contract/shipping.ts';
import { cardIdsOfGroups, type ShippingAddress } from '#domain/shipping.ts';
import type { Cents } from '#domain/money.ts';
import { listOwnedCards } from '../collection/own-cards-queries.ts';
import type { Context } from '../runtime/context.ts';
import { findCurrentTariff } from './current-tariff.ts';
import { parcelContentsOf, decideParcelTo } from './make-quotes.ts';
import { findShipment } from './shipments-queries.ts';
import { findQuote } from './shipping-quotes-queries.ts';
import { prepareTaxOnFee } from './tax-on-fee.ts';

type ShipmentRequest = Pick<
  Input<typeof rows.createShippingPaymentIntent>,
  'cardGroups' | 'shippingAddress' | 'quoteId'
>;

export function asksForTax({ settings }: Pick<Context, 'settings'>): boolean {
  return settings.taxes().rule === 'stripe';
}

/** Prepares the tax of a shipment. Does nothing if the shipment will be rejected anyway. */
export async function prepareTax(
  context: Context,
  userId: string,
  request: ShipmentRequest,
): Promise<void> {
  if (!asksForTax(context)) return;
  const priced = await priceOf(context, userId, request);
  if (priced !== null) await prepareTaxOnFee(context, { userId, fee: priced.fee }, priced.address);
}

async function priceOf(
  context: Context,
  userId: string,
  { cardGroups, shippingAddress, quoteId }: ShipmentRequest,
): Promise<{ fee: Cents; address: ShippingAddress } | null> {
  const { db } = context;
  if (quoteId) {
    const quote = await findQuote(db, quoteId);
    if (quote === null || quote.userId !== userId) return null;
    const parcel = quote.beside === null ? null : await findShipment(db, quote.beside.shipmentId);
    return { fee: quote.offer.fee.total, address: parcel?.address ?? shippingAddress };
  }
  const [tariff, cards] = await Promise.all([
    findCurrentTariff(db),
    listOwnedCards(db, userId, cardIdsOfGroups(cardGroups)),
  ]);
  const { offers } = decideParcelTo(context, tariff, shippingAddress, parcelContentsOf({ cards }));
  return offers[0] === undefined ? null : { fee: offers[0].fee.total, address: shippingAddress };
}
