// Decides all terms of a parcel in one place. They are whether the shop sends it, the price of each service, the
// province or state on which the price depends, and the taxes of the fee (docs/product.md §15, §17 and §20).
import {
  needsRegion,
  offersFor,
  placeProblem,
  type Destination,
  type ParcelContents,
  type ParcelOffer,
  type ParcelTariff,
} from './parcel-tariff.ts';
import { regionPartCode } from './region.ts';
import { shippingProblem, type SalesPlaces } from './sales-places.ts';
import { taxesOfParcel, type SaleTaxes, type TaxSettings } from './tax.ts';

/** The shop's settings that decide about parcels, at one instant. */
export type ShippingRules = {
  tariff: ParcelTariff;
  places: SalesPlaces;
  taxes: TaxSettings;
  now: Date;
};

/**
 * Why no service takes a parcel. `field` is the part of the address that causes the problem, or `cards` if the
 * parcel itself causes it.
 */
type ShippingProblem = { field: 'country' | 'state' | 'cards'; message: string };

export type ShippingDecision = {
  /** Null if there is at least one offer. */
  problem: ShippingProblem | null;
  /** Each service with and without insurance, in the order of services. Empty if there is a problem. */
  offers: ParcelOffer[];
  /** The province or state, such as `NS`. Null if the price doesn't depend on it. */
  region: string | null;
  taxes: SaleTaxes;
};

const TOO_HEAVY = 'These cards are too heavy for one parcel. Ship them in two.';

export function decideShipping(
  { tariff, places, taxes, now }: ShippingRules,
  place: Destination & { postalCode?: string | null },
  contents: ParcelContents,
): ShippingDecision {
  const { country, state } = place;
  const problem = shippingProblem(places, country) ?? placeProblem(tariff, place);
  const offers = problem === null ? offersFor(tariff, place, contents) : [];
  const isTooHeavy = problem === null && offers.length === 0;
  return {
    problem: isTooHeavy ? { field: 'cards', message: TOO_HEAVY } : problem,
    offers,
    region: needsRegion(tariff, country) ? regionPartCode(country, state) : null,
    taxes: taxesOfParcel(taxes, place, now),
  };
}
