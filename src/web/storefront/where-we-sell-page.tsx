// The public page about places. It says where the shop sells, on which terms, and where it ships.
import type { Reply } from '#contract/endpoint.ts';
import { showPlaces } from '#contract/storefront-places.ts';
import { salesPlaceProblem, type SalesPlace } from '#domain/sales-places.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { byName, placeName } from '../accounts/countries.ts';
import { prepare, useAsk, type Asker } from '../api/ask.ts';
import { loadShippingRates, useShippingRates } from '../catalogue/shipping-rates.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Part } from '../ui/part.tsx';

export const screen = createLazyRoute('/where-we-sell')({ component: WhereWeSellPage });

const TRUSTED = { staleTime: 5 * 60_000 };

export async function loadPlaces(asker: Asker): Promise<void> {
  await Promise.all([prepare(asker, showPlaces, {}, TRUSTED), loadShippingRates(asker)]);
}

type Places = Reply<typeof showPlaces>;

function WhereWeSellPage() {
  const shown = useAsk(showPlaces, {}, TRUSTED);
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 tabIndex={-1} className="text-[30px] leading-[1.08] md:text-h1">
        Where we sell
      </h1>
      <p className="mt-3 max-w-[60ch] text-text-2">
        What counts is where you live, as your account says or as you say before you pay. What you
        own stays yours wherever you live: you can open, sell and ship it.
      </p>
      <WhenLoaded list={shown} what="places">
        {(settings) => (
          <>
            <Sales settings={settings} />
            <Shipping settings={settings} />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}

function Sales({ settings: { places, sellsElsewhere } }: { settings: Places }) {
  const sorted = places.toSorted((one, other) => byName(one.region, other.region));
  return (
    <Part id="sales" title="Sales">
      {places.length > 0 && (
        <dl className="border-t border-line">
          {sorted.map((place) => (
            <Line key={place.region} label={placeName(place.region)}>
              {stateOf(place)}
            </Line>
          ))}
          <Line label="Everywhere else">{sellsElsewhere ? 'open' : 'closed'}</Line>
        </dl>
      )}
      {places.length === 0 && (
        <p>{sellsElsewhere ? 'We sell everywhere.' : 'We sell nowhere at the moment.'}</p>
      )}
      {places.some(({ isOpen, withdrawalDays }) => isOpen && withdrawalDays > 0) && (
        <p className="text-small text-text-2">
          Days to withdraw: within so many days after you paid by card, you can return packs that
          are still sealed, for any reason. Your order has the button for it.
        </p>
      )}
    </Part>
  );
}

/** Returns "open, from 19 years, 14 days to withdraw" or "closed, because the shop has no French yet". */
function stateOf(place: SalesPlace): string {
  if (!place.isOpen) {
    const problem = salesPlaceProblem({ ...place, isOpen: true });
    if (problem === null) return 'closed';
    return `closed, because ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`;
  }
  const { leastAge, withdrawalDays: days } = place;
  return [
    'open',
    ...(leastAge === null ? [] : [`from ${leastAge} years`]),
    ...(days === 0 ? [] : [`${days} ${days === 1 ? 'day' : 'days'} to withdraw`]),
  ].join(', ');
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 text-small">
      <dt className="text-text-2">{label}</dt>
      <dd className="font-[560]">{children}</dd>
    </div>
  );
}

/** Lists all countries to which the shop ships. It always ships to Canada and to the countries of open places. */
function countriesShippedTo({ places, shipsTo }: Places): string[] {
  const open = places.filter(({ isOpen }) => isOpen).map(({ region }) => region.slice(0, 2));
  return [...new Set(['CA', ...open, ...shipsTo])].toSorted(byName).map(placeName);
}

function Shipping({ settings }: { settings: Places }) {
  const zones = useShippingRates()?.zones;
  // A zone without a list of places covers every country that no other zone covers.
  const isEverywhere = zones?.some((zone) => zone.places.length === 0) ?? false;
  const names =
    zones === undefined ? 'every country with a price' : listed(zones.map(({ name }) => name));
  return (
    <Part id="shipping" title="Shipping">
      {settings.shipsElsewhere ? (
        <p>{isEverywhere ? 'We ship to every country.' : `We ship to ${names}.`}</p>
      ) : (
        <p>We ship to {listed(countriesShippedTo(settings))}.</p>
      )}
      <p>
        <Link to="/how-it-works" hash="shipping" className="link hit-44">
          What shipping costs
        </Link>
      </p>
    </Part>
  );
}

/** Joins names to a text such as "Canada, France and Germany". */
function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
