// What the page of where the shop sells and ships asks for.
import { showPlaces } from '#contract/storefront-places.ts';
import { loadShippingRates } from '../catalogue/shipping-rates.ts';
import { prepare, useAsk, type Asker } from '../api/ask.ts';

const TRUSTED = { staleTime: 5 * 60_000 };

export function usePlaces() {
  return useAsk(showPlaces, {}, TRUSTED);
}

export async function loadPlaces(asker: Asker): Promise<void> {
  await Promise.all([prepare(asker, showPlaces, {}, TRUSTED), loadShippingRates(asker)]);
}
