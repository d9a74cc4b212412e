// The port to whoever carries parcels, filled by `shipping/easypost.ts`. No call of it may run inside a database
// transaction: it can take as long as a network does. What shoppers pay is the shop's own table (choice 336).
import type { CustomsTerms, ParcelSender } from '#domain/parcel-tariff.ts';
import type { Cents } from '#domain/money.ts';
import type { ShippingAddress } from '#domain/shipping.ts';

/** A parcel as it is handed over. `reference` is the shop's own id of it. */
export type CarriedParcel = {
  reference: string;
  from: ParcelSender;
  to: ShippingAddress;
  grams: number;
  /** Null: it stays in the country. */
  customs: (CustomsTerms & { quantity: number; value: Cents; netGrams: number }) | null;
};

/** What a carrier asks, in hundredths of its own currency. */
type CarrierRate = {
  id: string;
  carrier: string;
  service: string;
  amountMinor: number;
  currency: string;
  /** Null: it does not say. */
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

/** A parcel as the carrier knows it at this moment. */
export type CarrierShipment = {
  id: string;
  rates: CarrierRate[];
  /** Null: none was bought. */
  label: CarrierLabel | null;
  /** Why some carriers ask nothing for it, in their words. */
  problems: string[];
};

export type Carrier = {
  name: string;
  /** Tells of a parcel, and what it would cost. Buys nothing. */
  register: (parcel: CarriedParcel) => Promise<CarrierShipment>;
  find: (id: string) => Promise<CarrierShipment>;
  /** Buys the label of a parcel for a rate. One that has a label is refused. */
  buyLabel: (id: string, rateId: string) => Promise<CarrierShipment>;
};

/** The carrier says no, in its own words; anything else that is thrown is for not now. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
}
