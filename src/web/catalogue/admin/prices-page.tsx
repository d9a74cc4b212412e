// Prices: where they come from, how fresh they are, and those that jumped and wait for a decision.
import {
  decideHeldPrice,
  listHeldPrices,
  type HeldPrice,
} from '#contract/catalogue-prices-admin.ts';
import {
  runPrices,
  showPrices,
  type PriceRunLine,
  type Prices,
  type PriceSourceLine,
} from '#contract/jobs.ts';
import { COUNTED_MOST } from '#contract/paging.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';
import { messageOf } from '../../api/messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Banner, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { LOOK_SOON_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';
import type { PricesSearch } from './prices-search.ts';
import { Tile } from '../../admin-kit/tile.tsx';

export const screen = createLazyRoute('/admin/prices')({ component: PricesPage });

function PricesPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const prices = useAsk(showPrices, {}, { refetchInterval: LOOK_SOON_MS });
  const go = (next: PricesSearch) => void navigate({ to: '/admin/prices', search: next });
  const { view = 'sources' } = search;
  return (
    <AdminFrame title="Prices">
      {prices.data ? (
        <div className="grid gap-8">
          <Fresh prices={prices.data} />
          <Tabs
            label="Prices"
            tabs={[
              { name: 'sources', label: 'Sources' },
              { name: 'held', label: `Held back (${counted(prices.data.held)})` },
            ]}
            selected={view}
            onSelect={(name) => go(name === 'held' ? { view: 'held' } : {})}
          >
            <div className="pt-5">
              {view === 'held' ? (
                <Held page={search.page ?? 1} onPage={(page) => go({ view: 'held', page })} />
              ) : (
                <Sources prices={prices.data} />
              )}
            </div>
          </Tabs>
        </div>
      ) : prices.isError ? (
        <ErrorState
          title="Failed to load the prices"
          text={messageOf(prices.error)}
          onRetry={() => void prices.refetch()}
        />
      ) : (
        <Loading text="Loading the prices…">
          <Skeleton className="mt-6 h-80" />
        </Loading>
      )}
    </AdminFrame>
  );
}

/** "500+" where counting stopped. */
function counted(count: number): string {
  const written = count.toLocaleString('en-CA');
  return count >= COUNTED_MOST ? `${written}+` : written;
}

const muted = (text: ReactNode) => <span className="text-text-2">{text}</span>;

function Fresh({ prices: { freshness } }: { prices: Prices }) {
  const facts = [
    ['Newest price', freshness.newest ?? '–'],
    ['Oldest price', freshness.oldest ?? '–'],
    ['Older than two days', `${counted(freshness.older)} cards`],
    ['Without a price', `${counted(freshness.unpriced)} cards`],
  ];
  return (
    <dl aria-label="Freshness" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="rounded-card border border-line bg-surface p-4">
          <dt className="text-small text-text-2">{label}</dt>
          <dd className="text-h3">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sources({ prices }: { prices: Prices }) {
  const run = useDo(runPrices);
  const isUnderWay = prices.state !== 'idle';
  const refresh = () =>
    run.mutate(
      {},
      {
        onSuccess: () => showToast({ kind: 'success', title: 'The prices are refreshed shortly' }),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Not refreshed', text: messageOf(error) }),
      },
    );
  return (
    <div className="grid gap-10">
      <section aria-labelledby="price-sources" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 id="price-sources" className="text-h3">
              Sources
            </h2>
            <p className="text-small text-text-2">
              Daily at {prices.dailyAtHour}:00 UTC
              {prices.nextRunAt !== null && `, next ${formatMoment(prices.nextRunAt)}`}
            </p>
          </div>
          {prices.sources.length > 0 && (
            <Button look="secondary" busy={run.isPending || isUnderWay} onClick={refresh}>
              {isUnderWay ? 'Refreshing' : 'Refresh now'}
            </Button>
          )}
        </div>
        {prices.problem !== null && (
          <Banner title="The settings can't be read">{prices.problem}</Banner>
        )}
        {prices.sources.length === 0 ? (
          prices.problem === null && (
            <EmptyState
              title="No price sources"
              text="The setting PRICE_SOURCES names none. Prices stay as they were imported."
            />
          )
        ) : (
          <DataTable
            caption="Price sources"
            columns={SOURCE_COLUMNS}
            rows={prices.sources}
            keyOf={(source) => source.name}
            card={(source) => <Tile columns={SOURCE_COLUMNS} row={source} />}
          />
        )}
      </section>
      {prices.runs.length > 0 && (
        <section aria-labelledby="price-runs" className="grid gap-4">
          <h2 id="price-runs" className="text-h3">
            Last runs
          </h2>
          <DataTable
            caption="Last runs"
            columns={RUN_COLUMNS}
            rows={prices.runs}
            keyOf={(one) => one.id}
            card={(one) => <Tile columns={RUN_COLUMNS} row={one} />}
          />
        </section>
      )}
    </div>
  );
}

const SOURCE_COLUMNS: Column<PriceSourceLine>[] = [
  { name: 'name', head: 'Name', cell: (one) => <span className="font-semibold">{one.name}</span> },
  { name: 'kind', head: 'Source', cell: (one) => muted(one.source) },
  {
    name: 'files',
    head: 'Files',
    cell: (one) => <span className="break-all text-text-2">{one.files.join(', ')}</span>,
  },
  {
    name: 'last',
    head: 'Last run',
    cell: (one) => muted(one.lastRun === null ? 'Never' : formatMoment(one.lastRun.startedAt)),
  },
  {
    name: 'outcome',
    head: 'What came of it',
    cell: (one) => (one.lastRun === null ? muted('–') : <Outcome run={one.lastRun} />),
  },
];

const RUN_COLUMNS: Column<PriceRunLine>[] = [
  {
    name: 'source',
    head: 'Source',
    cell: (one) => <span className="font-semibold">{one.source}</span>,
  },
  { name: 'start', head: 'Started', cell: (one) => muted(formatMoment(one.startedAt)) },
  { name: 'cards', head: 'Cards', align: 'right', cell: (one) => one.cards },
  { name: 'new', head: 'New prices', align: 'right', cell: (one) => one.newPrices },
  { name: 'held', head: 'Held back', align: 'right', cell: (one) => one.heldBack },
  { name: 'outcome', head: 'What came of it', cell: (one) => <Outcome run={one} /> },
];

function Outcome({ run }: { run: PriceRunLine }) {
  if (run.error !== null) return <span className="break-words text-danger">{run.error}</span>;
  return run.finishedAt === null ? <Badge tone="outline">Not finished</Badge> : <Badge>Done</Badge>;
}

function Held({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const held = useAsk(
    listHeldPrices,
    { page, limit: PAGE_LIMIT },
    { keepsPrevious: true, refetchInterval: LOOK_SOON_MS },
  );
  useExistingPage(page, held.data?.pagination.totalPages, onPage);
  if (held.data === undefined) {
    return held.isError ? (
      <ErrorState
        title="Failed to load the prices"
        text={messageOf(held.error)}
        onRetry={() => void held.refetch()}
      />
    ) : (
      <Loading text="Loading the prices…">
        <Skeleton className="mt-6 h-60" />
      </Loading>
    );
  }
  if (held.data.held.length === 0) {
    return (
      <EmptyState
        title="Nothing waits"
        text="A price that goes more than five times up or down is kept here until somebody decides."
      />
    );
  }
  return (
    <div className="grid gap-5">
      <DataTable
        caption="Prices held back"
        columns={HELD_COLUMNS}
        rows={held.data.held}
        keyOf={(one) => `${one.cardId} ${one.source} ${one.observedOn}`}
        card={(one) => <Tile columns={HELD_COLUMNS} row={one} />}
      />
      <div className="flex justify-end">
        <Pagination
          label="Prices held back"
          page={page}
          totalPages={held.data.pagination.totalPages}
          onPage={onPage}
        />
      </div>
    </div>
  );
}

const inCurrency = (one: HeldPrice, cents: number) => `${one.currency} ${(cents / 100).toFixed(2)}`;

const HELD_COLUMNS: Column<HeldPrice>[] = [
  {
    name: 'card',
    head: 'Card',
    cell: (one) => (
      <Link
        to="/admin/catalogue"
        search={{ view: 'cards', search: one.cardName, id: one.cardId }}
        className="link hit-44 font-semibold break-words"
      >
        {one.cardName}
      </Link>
    ),
  },
  {
    name: 'printing',
    head: 'Printing',
    cell: (one) => muted(`${one.set_name} ${one.number}, ${one.finish}`),
  },
  { name: 'source', head: 'Market', cell: (one) => muted(one.source) },
  {
    name: 'before',
    head: 'Before',
    align: 'right',
    cell: (one) => muted(`${inCurrency(one, one.before)}, ${one.beforeOn}`),
  },
  {
    name: 'now',
    head: 'Told',
    align: 'right',
    cell: (one) => `${inCurrency(one, one.amount)}, ${one.observedOn}`,
  },
  { name: 'decide', head: 'Decision', align: 'right', cell: (one) => <Decision held={one} /> },
];

function Decision({ held }: { held: HeldPrice }) {
  const { cardId, source, observedOn } = held;
  const decide = useDo(decideHeldPrice);
  const say = (accept: boolean) =>
    decide.mutate(
      { cardId, source, observedOn, accept },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: `${held.cardName}: the price is ${accept ? 'accepted' : 'refused'}`,
          }),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Not decided', text: messageOf(error) }),
      },
    );
  return (
    <span className="inline-flex gap-2">
      <Button
        look="secondary"
        size="small"
        busy={decide.isPending}
        onClick={() => say(true)}
        className="hit-44"
      >
        Accept
      </Button>
      <Button
        look="ghost"
        size="small"
        disabled={decide.isPending}
        onClick={() => say(false)}
        className="hit-44"
      >
        Refuse
      </Button>
    </span>
  );
}
