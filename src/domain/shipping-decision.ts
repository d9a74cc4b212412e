// What holds for a parcel, decided once: whether the shop sends it, what each service costs, the part of the country that its
// price depends on, and the taxes of its fee (docs/product.md §15, §17 and §20).
import {
  needsRegion,
  offersFor,
  placeProblem,
  type Destination,
  type ParcelContents,
  type ParcelOffer,
  type ParcelTariff,
} from './parcel-tariff.ts';
import { partOf } from './region.ts';
import { shippingProblem, type SalesPlaces } from './sales-places.ts';
import { taxesOfParcel, type SaleTaxes, type TaxSettings } from './tax.ts';

/** What the shop has set that decides about parcels, at an instant. */
export type ShippingRules = {
  tariff: ParcelTariff;
  places: SalesPlaces;
  taxes: TaxSettings;
  now: Date;
};

/** Why no service takes a parcel. `cards`: the parcel itself, else the field of its address. */
type ShippingProblem = { field: 'country' | 'state' | 'cards'; message: string };

export type ShippingDecision = {
  /** Null: there is at least one offer. */
  problem: ShippingProblem | null;
  /** Each service with and without insurance, the first service first; empty if there is a problem. */
  offers: ParcelOffer[];
  /** The province or state, where the price depends on it: `NS`; else null. */
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
    region: needsRegion(tariff, country) ? partOf(country, state) : null,
    taxes: taxesOfParcel(taxes, place, now),
  };
}
