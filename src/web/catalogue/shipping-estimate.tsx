// Estimates the cost of shipping all cards of a purchase before it is made. This code is loaded when the visitor
// requests the estimate.
import { ZERO } from '#domain/money.ts';
import { offersFor, zoneOf, type ParcelPrices, type ParcelZone } from '#domain/parcel-tariff.ts';
import { Fragment } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { Price } from '../ui/price.tsx';
import { useShippingRates } from './shipping-rates.ts';

/** The estimate lists at most this many zones. */
const ZONES_TOLD = 4;

/** Renders nothing until the rates are known. If the user's profile has a country, shows only its rate. */
export function ShippingEstimate({ cardCount }: { cardCount: number }) {
  const rates = useShippingRates();
  const { data: me } = useProfile();
  if (rates === undefined) return null;
  const place = me?.country ? { country: me.country, state: me.state ?? '' } : null;
  const home = place && zoneOf(rates, place);
  const zones = home ? [home] : rates.zones.slice(0, ZONES_TOLD);
  const told = zones.flatMap((zone) => lineOf(rates, zone, cardCount));
  if (told.length === 0) return null;
  const cards = cardCount === 1 ? 'One card' : `All ${cardCount} cards`;
  return (
    <>
      {` ${cards} in one parcel: `}
      {told.map((line, at) => (
        <Fragment key={line.zone}>
          {at > 0 && '; '}
          {line.zone} <Price amount={line.fee} />
          {line.freeFrom !== null && (
            <>
              , free from a market value of <Price amount={line.freeFrom} />
            </>
          )}
        </Fragment>
      ))}
      .
    </>
  );
}

/** Returns the first service of a zone for this many cards. Their value is unknown yet, so it counts as zero. */
function lineOf(rates: ParcelPrices, zone: ParcelZone, cardCount: number) {
  // A zone without a list of places applies to every place. With one such zone, the empty address below belongs to that
  // zone.
  const alone = { ...rates, zones: [{ ...zone, places: [] }] };
  const [offer] = offersFor(alone, { country: '', state: '' }, { cardCount, marketValue: ZERO });
  if (offer === undefined) return [];
  const { freeFrom = null } = zone.services.find(({ key }) => key === offer.serviceKey) ?? {};
  return [{ zone: zone.name, fee: offer.fee.total, freeFrom }];
}
