// Defines the port to the seller of shipping labels, which `shipping/easypost.ts` implements. Never call it inside a
// database transaction, because a call can take as long as the network does. Its prices are the shop's costs. Shoppers
// pay by the shop's own tariff (choice 336).
import type { CustomsTerms, ParcelSender } from '#domain/parcel-tariff.ts';
import type { Cents } from '#domain/money.ts';
import type { ShippingAddress } from '#domain/shipping.ts';

/** A parcel for the carrier. `reference`: the shop's own id of the parcel. */
export type CarriedParcel = {
  reference: string;
  from: ParcelSender;
  to: ShippingAddress;
  grams: number;
  /** The customs form, or null if the parcel stays in the country. */
  customs: (CustomsTerms & { quantity: number; value: Cents; netGrams: number }) | null;
};

/** A carrier's price, in hundredths of its currency. */
type CarrierRate = {
  id: string;
  carrier: string;
  service: string;
  amountMinor: number;
  currency: string;
  /** The days until delivery, or null if they are unknown. */
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

export type LabelPicture = { type: string; bytes: Uint8Array };

/** The current state of a parcel at the carrier. */
export type CarrierShipment = {
  id: string;
  rates: CarrierRate[];
  /** The parcel's label, or null if no label was bought. */
  label: CarrierLabel | null;
  /** Why some carriers offer no rate, in the carriers' words. */
  problems: string[];
};

export type Carrier = {
  name: string;
  /** Registers a parcel and returns its rates, but buys nothing. */
  register: (parcel: CarriedParcel) => Promise<CarrierShipment>;
  find: (id: string) => Promise<CarrierShipment>;
  /** Buys a parcel's label at a rate. If the parcel already has a label, fails. */
  buyLabel: (id: string, rateId: string) => Promise<CarrierShipment>;
  /** Fetches a label's file. Returns null if the file is not a picture. */
  fetchPicture: (labelUrl: string) => Promise<LabelPicture | null>;
};

/** Thrown if the carrier refuses a request. The message has the carrier's words. Any other error is temporary. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
}
