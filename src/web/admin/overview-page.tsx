// Overview: what waits, the shop's present state, and its figures by day. The URL holds the period.
import { compareWeeks, showMargin } from '#contract/margin.ts';
import { showPrices } from '#contract/jobs.ts';
import { listHeldParcels } from '#contract/shipping-holds.ts';
import { listCreditRequests } from '#contract/wallet-credits.ts';
import { OVERVIEW_DAYS } from '#domain/overview.ts';
import { showOverview, type Overview } from '#contract/admin.ts';
import { formatCad, toCents } from '#domain/money.ts';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../admin-kit/use-may.ts';
import { gridLabel } from '../ui/chart-scale.ts';
import { DayChart } from '../ui/day-chart.tsx';
import { Panel } from '../ui/panel.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { formatMoment } from '../ui/moments.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { POLL_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { Matters } from './matters.tsx';
import { CreditRequests } from '../wallet/admin/credit-requests.tsx';
import { OpenAlerts } from './alert-lines.tsx';
import { Figure } from './figure.tsx';
import { Waiting } from './waiting.tsx';
import { Weeks } from './weeks.tsx';

export const screen = createLazyRoute('/admin')({ component: OverviewPage });

const PERIODS = OVERVIEW_DAYS.map((days) => ({ name: days, label: `${days} days` }));

function OverviewPage() {
  const seesMatters = useMay(listHeldParcels);
  const seesRequests = useMay(listCreditRequests);
  const seesMargin = useMay(compareWeeks);
  const seesFigures = useMay(showOverview);
  return (
    <AdminFrame title="Overview">
      <div className="grid gap-8">
        <OpenAlerts />
        <Waiting />
        {seesMatters && <Matters />}
        {seesRequests && <CreditRequests />}
        {seesMargin && <Weeks />}
        {seesFigures && <Figures />}
      </div>
    </AdminFrame>
  );
}

function Figures() {
  const { days = '30' } = screen.useSearch();
  const navigate = useNavigate();
  const overview = useAsk(
    showOverview,
    { days },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  return (
    <WhenLoaded list={overview} what="overview">
      {(now) => (
        <div className="grid gap-8">
          {now.countedUntil && (
            <p className="text-small text-text-2">
              Figures go up to {formatMoment(now.countedUntil)}. What moved since is being added up.
            </p>
          )}
          <Status now={now} />
          <Tabs
            label="Period"
            tabs={PERIODS}
            selected={days}
            onSelect={(next) =>
              void navigate({ to: '/admin', search: next === '30' ? {} : { days: next } })
            }
          >
            <Days of={now} />
          </Tabs>
        </div>
      )}
    </WhenLoaded>
  );
}

function Status({ now }: { now: Overview }) {
  const seesMargin = useMay(showMargin);
  const seesPrices = useMay(showPrices);
  return (
    <section aria-labelledby="status">
      <h2 id="status" className="mb-4 text-h3">
        Now
      </h2>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
        <Figure
          label="Credits held by users"
          value={formatCad(now.creditsHeld)}
          leadsTo={
            seesMargin ? { to: '/admin/margin', hash: 'owed' } : { to: '/admin/transactions' }
          }
        />
        <Figure
          label="Packs on sale"
          value={now.packsInStock.toLocaleString('en-CA')}
          leadsTo={{ to: '/admin/stock', search: { state: 'available' } }}
        />
        <Figure
          label="Packs not on sale yet"
          value={now.packsWaiting.toLocaleString('en-CA')}
          leadsTo={{ to: '/admin/stock', search: { state: 'waiting' } }}
        />
        <Figure
          label="Cards to ship"
          value={now.cardsToShip.toLocaleString('en-CA')}
          leadsTo={{ to: '/admin/shipping' }}
        />
        <Figure
          label="Prices refreshed"
          value={now.pricesAt === null ? 'Never' : formatMoment(now.pricesAt)}
          leadsTo={seesPrices ? { to: '/admin/prices' } : null}
        />
      </dl>
    </section>
  );
}

const money = (cents: number) => formatCad(toCents(cents));

function Days({ of }: { of: Overview }) {
  const sums = [
    { name: 'sales', title: 'Sales', total: of.sales },
    { name: 'topUps', title: 'Credits bought', total: of.topUps },
    { name: 'soldBack', title: 'Paid for cards', total: of.soldBack },
  ] as const;
  const [sales, ...others] = sums;
  const openings = of.series.map((day) => ({ date: day.date, value: day.openings }));
  return (
    <div className="grid gap-5 pt-5">
      <div className="grid gap-5 lg:grid-cols-2">
        <MoneyPanel of={of} {...sales} note={<Refunded of={of} />} />
        <Panel title="Packs opened" aside={<Total>{of.openings.toLocaleString('en-CA')}</Total>}>
          <DayChart
            title="Packs opened"
            valueHead="Packs"
            days={openings}
            format={(value) => value.toLocaleString('en-CA')}
            formatAxis={String}
          />
        </Panel>
        {others.map((one) => (
          <MoneyPanel key={one.name} of={of} {...one} />
        ))}
      </div>
      <p className="text-small text-text-2">
        Days are in UTC and include today. Sales are of packs, after discounts and refunds, before
        tax and fees.
      </p>
    </div>
  );
}

function Refunded({ of }: { of: Overview }) {
  if (of.refunded === 0) return null;
  return <p className="mb-3 text-small text-text-2">{formatCad(of.refunded)} refunded</p>;
}

function Total({ children }: { children: ReactNode }) {
  return <p className="font-semibold tabular-nums">{children}</p>;
}

type MoneyPanelProps = {
  of: Overview;
  name: 'sales' | 'topUps' | 'soldBack';
  title: string;
  total: number;
  note?: ReactNode;
};

function MoneyPanel({ of, name, title, total, note }: MoneyPanelProps) {
  return (
    <Panel title={`${title}, CAD`} aside={<Total>{money(total)}</Total>}>
      {note}
      <DayChart
        title={`${title}, CAD`}
        valueHead="Amount"
        days={of.series.map((day) => ({ date: day.date, value: day[name] }))}
        format={money}
        formatAxis={gridLabel}
      />
    </Panel>
  );
}
