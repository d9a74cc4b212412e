// The public shipping rates. The first page does not wait for these rates.
import type { Reply } from '#contract/endpoint.ts';
import type { showShippingRates as ShowShippingRates } from '#contract/shipping-tariff.ts';
import { lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showShippingRates = lateRow<typeof ShowShippingRates>(
  { method: 'GET', path: '/shipping/rates', audience: 'anyone', reads: ['shop'] },
  async () => (await import('#contract/shipping-tariff.ts')).showShippingRates,
);

/** An old copy of the rates does no harm: rates change rarely, and the page requests a quote before each payment. */
const FRESH_FOR = { staleTime: 5 * 60_000 };

export type ShippingRates = Reply<typeof ShowShippingRates>;

export function useShippingRates(): ShippingRates | undefined {
  return useAsk(showShippingRates, {}, FRESH_FOR).data;
}

export function loadShippingRates(asker: Asker): Promise<void> {
  return prepare(asker, showShippingRates, {}, FRESH_FOR);
}
