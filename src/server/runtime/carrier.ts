// The port to the seller of shipping labels, implemented by `shipping/easypost.ts`. Never call it
// inside a database transaction, because a call can take as long as the network does. These prices
// are the shop's costs; shoppers pay by the shop's own tariff (choice 336).
import type { CustomsTerms, ParcelSender } from '#domain/parcel-tariff.ts';
import type { Cents } from '#domain/money.ts';
import type { ShippingAddress } from '#domain/shipping.ts';

/** A parcel to hand over. `reference`: the shop's own id of the parcel. */
export type CarriedParcel = {
  reference: string;
  from: ParcelSender;
  to: ShippingAddress;
  grams: number;
  /** The customs form. Null if the parcel stays in the country. */
  customs: (CustomsTerms & { quantity: number; value: Cents; netGrams: number }) | null;
};

/** A carrier's price, in hundredths of its currency. */
type CarrierRate = {
  id: string;
  carrier: string;
  service: string;
  amountMinor: number;
  currency: string;
  /** Null if unknown. */
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
  /** Null if no label was bought. */
  label: CarrierLabel | null;
  /** Why some carriers offer no rate, in their words. */
  problems: string[];
};

export type Carrier = {
  name: string;
  /** Registers a parcel and returns its rates. Buys nothing. */
  register: (parcel: CarriedParcel) => Promise<CarrierShipment>;
  find: (id: string) => Promise<CarrierShipment>;
  /** Buys a parcel's label at a rate. Fails if the parcel already has a label. */
  buyLabel: (id: string, rateId: string) => Promise<CarrierShipment>;
};

/** The carrier refuses a request, and the message has its words. Any other error is temporary. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
}
