// In the last hour before the shop fetches the day's prices, says that the price of a card may change.
import { PRICES_CHANGE, pricesChangeSoon } from '#domain/price-refresh.ts';
import { useState } from 'react';

/** Checks the time only when the dialog opens, so that the text does not appear or disappear later. */
export function PricesChangeSoon() {
  const [isSoon] = useState(() => pricesChangeSoon(new Date()));
  if (!isSoon) return null;
  return <p className="mt-3 text-center text-small text-text-2">{PRICES_CHANGE}</p>;
}
