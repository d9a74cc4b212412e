// The panel with a card of the catalogue. It shows the card's price over time as a chart and as a table, and a form in
// which an operator sets a price.
import { showCard, showCardHistory } from '#contract/collection.ts';
import type { Reply } from '#contract/endpoint.ts';
import { setCardPrice } from '#contract/prices-admin.ts';
import type { CatalogueCard } from '#contract/catalogue.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { formatCad } from '#domain/money.ts';
import { formatMinor, parseCad, typedCad } from '#domain/decimals.ts';
import { MANUAL_DAYS } from '#domain/price-guard.ts';
import { useState } from 'react';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { CardImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Drawer } from '../../admin-kit/drawer.tsx';
import { WhenLoaded } from '../../lists/when-loaded.tsx';

import { priceDay } from './catalogue-words.ts';
import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';

export function CatalogueCardDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  // The endpoint also finds users' cards, because both kinds of ids have the same format. A user's card is not shown
  // here, because it is not part of the catalogue.
  const card = useAsk(
    showCard,
    { id },
    { select: (found) => (found.status === 'active' ? found : null) },
  );
  return (
    <Drawer title={card.data?.name ?? 'Card'} what="card" query={card} onClose={onClose}>
      {(found) => (
        <div className="grid gap-8">
          <Printing card={found} />
          <History id={id} />
          <PriceForm card={found} />
        </div>
      )}
    </Drawer>
  );
}

function Printing({ card }: { card: CatalogueCard }) {
  return (
    <div className="flex gap-5">
      <CardImage src={card.image} alt="" eager className="w-24 shrink-0" />
      <dl className="grid content-start gap-1 text-small">
        <dt className="text-text-2">Market value</dt>
        <dd className="text-h3">{formatCad(card.marketValue)}</dd>
        <dt className="sr-only">Printing</dt>
        <dd className="text-text-2">
          {card.set_name} {card.number}, {card.nativeRarity}, {FINISH_WORDS[card.finish]}
        </dd>
        <dt className="sr-only">Price of</dt>
        <dd className="text-text-2">Price of {priceDay(card.pricesAsOf)}</dd>
      </dl>
    </div>
  );
}

const HISTORY_DAYS = ['30', '90', '365'] as const;
type HistoryDays = (typeof HISTORY_DAYS)[number];

type Reported = Reply<typeof showCardHistory>['prices'][number];

function History({ id }: { id: string }) {
  const [days, setDays] = useState<HistoryDays>('90');
  const history = useAsk(showCardHistory, { id, days }, { keepsPrevious: true });
  return (
    <section aria-labelledby="price-history" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h3 id="price-history" className="text-h3">
          Prices
        </h3>
        <Select
          label="Days"
          labelAt="left"
          value={days}
          onChange={({ target }) => setDays(target.value as HistoryDays)}
          options={HISTORY_DAYS.map((value) => ({ value, label: `${value} days` }))}
        />
      </div>
      <WhenLoaded list={history} what="prices" loading={null}>
        {({ prices }) =>
          prices.length === 0 ? (
            <p className="text-text-2">No source has reported a price for this card.</p>
          ) : (
            [...Map.groupBy(prices, ({ source, currency }) => `${source}, ${currency}`)].map(
              ([market, reported]) => <Market key={market} name={market} prices={reported} />,
            )
          )
        }
      </WhenLoaded>
    </section>
  );
}

const WIDTH = 480;
const HEIGHT = 120;
const EDGE = 6;

/** The chart of one market. Each market has its own chart, because lines in one chart would differ only in colour. */
function Market({ name, prices }: { name: string; prices: Reported[] }) {
  const times = prices.map(({ date }) => Date.parse(date));
  const amounts = prices.map(({ amount }) => amount as number);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const along = (value: number, from: number, to: number, length: number) =>
    EDGE + (to === from ? 0.5 : (value - from) / (to - from)) * (length - 2 * EDGE);
  const points = prices.map((_one, index) => ({
    x: along(times[index]!, first, last, WIDTH),
    y: HEIGHT - along(amounts[index]!, least, most, HEIGHT),
  }));
  const newest = prices.at(-1)!;
  const written = (minor: number) => formatMinor(minor, newest.currency);
  return (
    <figure className="grid gap-2">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-semibold">{name}</span>
        <span className="text-text-2">
          {written(least)} to {written(most)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- The chart is drawn here, and an <img> would need a file.
        role="img"
        aria-label={`${name}: ${written(amounts[0]!)} on ${prices[0]!.date}, ${written(newest.amount)} on ${newest.date}; between ${written(least)} and ${written(most)}. Each day is in the table below.`}
        className="w-full rounded-control border border-line bg-surface text-text"
      >
        <polyline
          points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        {points.map(({ x, y }, index) => (
          <circle key={prices[index]!.date} cx={x} cy={y} r="3" fill="currentColor" />
        ))}
      </svg>
      <DayTable name={name} prices={prices} written={written} />
    </figure>
  );
}

/** The data of the chart as a table, for users who can't see the chart. */
function DayTable({
  name,
  prices,
  written,
}: {
  name: string;
  prices: Reported[];
  written: (cents: number) => string;
}) {
  return (
    <details className="text-small">
      <summary className="min-h-11 cursor-pointer py-2.5 text-text-2">As a table</summary>
      <table className="w-full">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr className="text-left text-text-2">
            <th scope="col" className="py-1 font-normal">
              Day
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.toReversed().map(({ date, amount }) => (
            <tr key={date} className="border-t border-line">
              <td className="py-1">{date}</td>
              <td className="py-1 text-right">{written(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function PriceForm({ card }: { card: CatalogueCard }) {
  const setPrice = useDo(setCardPrice, { untilFresh: true });
  const { field, submit, problem, formState, reset } = useEndpointForm(setCardPrice, {
    start: { amount: '', reason: '' },
    requestOf: ({ amount, reason }) => ({ amount: typedCad(amount), reason }),
    words: (name, { amount }, message) =>
      name === 'amount' && parseCad(amount) === null ? 'Enter an amount such as 12.50' : message,
    send: async (price) => {
      await setPrice.mutateAsync({ id: card.id, ...price });
      showToast({ kind: 'success', title: 'Price set' });
      reset();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4" aria-labelledby="price-by-hand">
      <h3 id="price-by-hand" className="text-h3">
        Set the price by hand
      </h3>
      <p className="text-small text-text-2">
        It overrides the sources for {MANUAL_DAYS} days, including today. The sell price of the card
        follows at once.
      </p>
      <Field {...field('amount')} label="Market value (CAD)" inputMode="decimal" />
      <Field {...field('reason')} label="Reason" maxLength={300} />
      {problem && <Banner>{problem.message}</Banner>}
      <div>
        <Button type="submit" variant="secondary" busy={formState.isSubmitting}>
          Set price
        </Button>
      </div>
    </form>
  );
}
