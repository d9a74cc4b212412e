// Chooses a carrier's rate for a parcel when operators buy the labels of many parcels at once.

/** A way to send a parcel, in the carrier's words. */
export type CarrierService = { carrier: string; service: string };

type Priced = CarrierService & { amountMinor: number };

/**
 * Returns the rate at which to buy a parcel's label. It is the service that an operator bought last for a like parcel
 * (`usual`). Without one, it is the cheapest, but only if the buyer paid for the cheapest way (`isPlain`): nobody who
 * paid for a fast parcel gets a slow one. Null if a person has to choose.
 */
export function chooseRate<Rate extends Priced>(
  rates: readonly Rate[],
  { usual, isPlain }: { usual: CarrierService | null; isPlain: boolean },
): Rate | null {
  const known = rates.find(
    ({ carrier, service }) => carrier === usual?.carrier && service === usual.service,
  );
  if (known !== undefined) return known;
  if (!isPlain) return null;
  const [cheapest] = rates.toSorted((one, other) => one.amountMinor - other.amountMinor);
  return cheapest ?? null;
}
