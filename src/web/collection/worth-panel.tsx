// Compares the value of the collection over time with the amount paid: the totals, a chart with its table, and the
// amounts by pack type. Gifts are shown separately. Unsold cards count with the price that the shop would pay for them.
import { showCollectionWorth, WORTH_DAYS, type CollectionWorth } from '#contract/profile-worth.ts';
import { difference, sum, type Cents } from '#domain/money.ts';
import { useState, type ReactNode } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Price } from '../ui/price.tsx';
import { Select } from '../ui/select.tsx';
import { Banner, Loading, Skeleton } from '../ui/states.tsx';
import { WorthByType } from './worth-by-type.tsx';
import { WorthChart } from './worth-chart.tsx';

type Days = (typeof WORTH_DAYS)[number];

/**
 * `orElse`: what to show to a user who has never had a pack. `staysOpen`: whether the panel can't be folded, because it
 * is the main content of the page.
 */
export function WorthPanel({
  orElse = null,
  staysOpen = false,
}: {
  orElse?: ReactNode;
  staysOpen?: boolean;
}) {
  const [days, setDays] = useState<Days>('30');
  const worth = useAsk(showCollectionWorth, { days }, { keepsPrevious: true });
  const { data } = worth;
  if (data?.packTypes.length === 0 && data.money.packs === 0) return orElse;
  return (
    <FoldingPanel
      title="Spent and returned"
      staysOpen={staysOpen}
      aside={
        <Select
          label="Days"
          labelAt="left"
          value={days}
          onChange={({ target }) => setDays(WORTH_DAYS.find((one) => one === target.value)!)}
          options={WORTH_DAYS.map((one) => ({ value: one, label: `Last ${one} days` }))}
        />
      }
    >
      {data !== undefined ? (
        <div className="grid gap-6">
          <InAll worth={data} />
          <WorthChart days={data.days} />
          <WorthByType packTypes={data.packTypes} />
        </div>
      ) : worth.isError ? (
        <Banner title="What your collection was worth could not be loaded">
          <p>{messageOf(worth.error)}</p>
          <Button
            variant="secondary"
            size="small"
            onClick={() => void worth.refetch()}
            className="mt-3"
          >
            Try Again
          </Button>
        </Banner>
      ) : (
        <Loading text="Loading what your collection was worth…">
          <Skeleton className="mt-4 h-64" />
        </Loading>
      )}
    </FoldingPanel>
  );
}

function InAll({ worth: { days, money } }: { worth: CollectionWorth }) {
  const now = days.at(-1)!;
  const left = sum(now.here, now.home, now.sealed);
  const result = difference(sum(now.back, left), now.paid);
  return (
    <div className="grid gap-4 text-small">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        <Figure label="Spent" amount={now.paid}>
          Packs and cards <Price amount={money.packs} /> · parcels <Price amount={money.shipping} />
        </Figure>
        <Figure label="Returned" amount={now.back}>
          Cards <Price amount={money.soldBack} /> · refunds <Price amount={money.refunds} />
        </Figure>
        <Figure label="Remaining value" amount={left}>
          Cards here <Price amount={now.here} />
          {now.home > 0 && (
            <>
              {' '}
              · sent to you <Price amount={now.home} />
            </>
          )}
          {now.sealed > 0 && (
            <>
              {' '}
              · sealed packs <Price amount={now.sealed} />
            </>
          )}
        </Figure>
      </dl>
      <p className="max-w-[72ch] text-text-2">
        <strong className="font-semibold text-text">
          {result === 0 ? (
            'As much as you spent.'
          ) : (
            <>
              <Price amount={Math.abs(result) as Cents} /> {result < 0 ? 'less' : 'more'} than you
              spent.
            </>
          )}
        </strong>{' '}
        Cards count at their credit value, half of the market price, using each day’s newest prices
        at the exchange rates of our settings today; sealed packs at what you paid.
        {money.bonus > 0 && (
          <>
            {' '}
            Credits that you were given, <Price amount={money.bonus} />, aren’t counted on either
            side.
          </>
        )}
      </p>
    </div>
  );
}

function Figure({
  label,
  amount,
  children,
}: {
  label: string;
  amount: Cents;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-text-2">{label}</dt>
      <dd>
        <Price amount={amount} className="text-price font-semibold" />
        <p className="text-text-2">{children}</p>
      </dd>
    </div>
  );
}
