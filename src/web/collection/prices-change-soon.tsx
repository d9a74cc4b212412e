// Says in the last hour before the shop reads the day's prices that what a card brings may change.
import { PRICES_CHANGE, pricesChangeSoon } from '#domain/price-refresh.ts';
import { useState } from 'react';

/** Judges the moment at which the dialog was opened. */
export function PricesChangeSoon() {
  const [isSoon] = useState(() => pricesChangeSoon(new Date()));
  if (!isSoon) return null;
  return <p className="mt-3 text-center text-small text-text-2">{PRICES_CHANGE}</p>;
}
