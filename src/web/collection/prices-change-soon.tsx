// Says that the price of a card may change, in the last hour before the shop fetches the day's prices.
import { PRICES_CHANGE, pricesChangeSoon } from '#domain/price-refresh.ts';
import { useState } from 'react';
import { useConfig } from '../accounts/config.ts';

/** Returns whether the shop fetches prices within an hour of a moment. A shop without price sources never does. */
export function usePricesChange(): (at: Date) => boolean {
  const refreshes = useConfig()?.refreshesPrices === true;
  return (at) => refreshes && pricesChangeSoon(at);
}

/** The time is checked only when the dialog opens, so that the text does not appear or disappear later. */
export function PricesChangeSoon() {
  const changeSoon = usePricesChange();
  const [isSoon] = useState(() => changeSoon(new Date()));
  if (!isSoon) return null;
  return <p className="mt-3 text-center text-small text-text-2">{PRICES_CHANGE}</p>;
}
