// The port to the seller of shipping labels, implemented by `shipping/easypost.ts`. None of its
// calls may run inside a database transaction: a call can take as long as a network does. Shoppers
// pay by the shop's own table (choice 336).
import type { CustomsTerms, ParcelSender } from '#domain/parcel-tariff.ts';
import type { Cents } from '#domain/money.ts';
import type { ShippingAddress } from '#domain/shipping.ts';

/** A parcel as the shop hands it over. `reference` is the shop's own id of it. */
export type CarriedParcel = {
  reference: string;
  from: ParcelSender;
  to: ShippingAddress;
  grams: number;
  /** Null: it stays in the country. */
  customs: (CustomsTerms & { quantity: number; value: Cents; netGrams: number }) | null;
};

/** A carrier's price, in hundredths of its own currency. */
type CarrierRate = {
  id: string;
  carrier: string;
  service: string;
  amountMinor: number;
  currency: string;
  /** Null: unknown. */
  deliveryDays: number | null;
};

export type CarrierLabel = {
  carrier: string;
  service: string;
  trackingNumber: string;
  labelUrl: string;
  amountMinor: number;
  currency: string;
};

/** A parcel in the carrier's current state. */
export type CarrierShipment = {
  id: string;
  rates: CarrierRate[];
  /** Null: none was bought. */
  label: CarrierLabel | null;
  /** Why some carriers offer no rate for it, in their words. */
  problems: string[];
};

export type Carrier = {
  name: string;
  /** Registers a parcel, and returns its rates. Buys nothing. */
  register: (parcel: CarriedParcel) => Promise<CarrierShipment>;
  find: (id: string) => Promise<CarrierShipment>;
  /** Buys the label of a parcel at a rate. A parcel that has a label is refused. */
  buyLabel: (id: string, rateId: string) => Promise<CarrierShipment>;
};

/** The carrier refuses, in its own words. Any other error is temporary. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
}
