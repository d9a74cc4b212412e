// The operators' page about prices: where they come from, how old they are, and which large changes wait for a
// decision.
import { decideHeldPrice, listHeldPrices, type HeldPrice } from '#contract/prices-admin.ts';
import {
  runPrices,
  showPrices,
  type PriceRunLine,
  type Prices,
  type PriceSourceLine,
} from '#contract/jobs.ts';
import { formatMinor } from '#domain/decimals.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../api/messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { muted } from '../../ui/muted.tsx';
import { Banner, EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { countedWords } from '../../lists/count-words.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { Tile } from '../../lists/tile.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { POLL_SOON_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';
import type { PricesSearch } from './prices-search.ts';
import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';

export const screen = createLazyRoute('/admin/prices')({ component: PricesPage });

function PricesPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const prices = useAsk(showPrices, {}, { refetchInterval: POLL_SOON_MS });
  const go = (next: PricesSearch) => void navigate({ to: '/admin/prices', search: next });
  const { view = 'sources' } = search;
  return (
    <AdminFrame title="Prices">
      <WhenLoaded list={prices} what="prices">
        {(known) => (
          <div className="grid gap-8">
            <Fresh prices={known} />
            <Tabs
              label="Prices"
              tabs={[
                { name: 'sources', label: 'Sources' },
                { name: 'held', label: `Held back (${countedWords(known.held)})` },
              ]}
              selected={view}
              onSelect={(name) => go(name === 'held' ? { view: 'held' } : {})}
            >
              <div className="pt-5">
                {view === 'held' ? <Held search={search} /> : <Sources prices={known} />}
              </div>
            </Tabs>
          </div>
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

function Fresh({ prices: { freshness } }: { prices: Prices }) {
  const details = [
    ['Newest price', freshness.newest ?? '–'],
    ['Oldest price', freshness.oldest ?? '–'],
    ['Older than two days', `${countedWords(freshness.older)} cards`],
    ['Without a price', `${countedWords(freshness.unpriced)} cards`],
  ];
  return (
    <dl aria-label="Freshness" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {details.map(([label, value]) => (
        <div key={label} className="rounded-card border border-line bg-surface p-4">
          <dt className="text-small text-text-2">{label}</dt>
          <dd className="text-h3">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sources({ prices }: { prices: Prices }) {
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
          {prices.sources.length > 0 && <RefreshButton isUnderWay={prices.state !== 'idle'} />}
        </div>
        {prices.problem !== null && (
          <Banner title="The settings can't be read">{prices.problem}</Banner>
        )}
        {prices.sources.length === 0 ? (
          prices.problem === null && (
            <EmptyState
              title="No price sources"
              text="PRICE_SOURCES is empty, so prices stay as they were imported."
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
            Recent runs
          </h2>
          <DataTable
            caption="Recent runs"
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

function RefreshButton({ isUnderWay }: { isUnderWay: boolean }) {
  const run = useDo(runPrices, {
    onSuccess: () => showToast({ kind: 'success', title: 'The refresh starts shortly' }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Not refreshed', text: messageOf(error) }),
  });
  return (
    <Button variant="secondary" busy={run.isPending || isUnderWay} onClick={() => run.mutate({})}>
      {isUnderWay ? 'Refreshing' : 'Refresh now'}
    </Button>
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
    head: 'Result',
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
  { name: 'outcome', head: 'Result', cell: (one) => <Outcome run={one} /> },
];

function Outcome({ run }: { run: PriceRunLine }) {
  if (run.error !== null) return <span className="break-words text-danger">{run.error}</span>;
  return run.finishedAt === null ? <Badge tone="outline">Not finished</Badge> : <Badge>Done</Badge>;
}

function Held({ search }: { search: PricesSearch }) {
  const held = useAsk(
    listHeldPrices,
    { page: search.page ?? 1, limit: PAGE_LIMIT },
    { keepsPrevious: true, refetchInterval: POLL_SOON_MS },
  );
  return (
    <ListPage
      list={useListPage('/admin/prices', search, { selects: ['view'] })}
      query={held}
      rows={held.data?.held}
      label="Prices held back"
      one="price"
      what="prices"
      none={{
        title: 'Nothing to decide',
        text: 'A price that rises or falls more than fivefold is held back here until somebody decides.',
      }}
      columns={HELD_COLUMNS}
      keyOf={(one) => `${one.cardId} ${one.source} ${one.observedOn}`}
    />
  );
}

const inCurrency = (one: HeldPrice, minor: number) => formatMinor(minor, one.currency);

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
    cell: (one) => muted(`${one.set_name} ${one.number}, ${FINISH_WORDS[one.finish]}`),
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
    head: 'Reported price',
    align: 'right',
    cell: (one) => `${inCurrency(one, one.amount)}, ${one.observedOn}`,
  },
  { name: 'decide', head: 'Decision', align: 'right', cell: (one) => <Decision held={one} /> },
];

function Decision({ held }: { held: HeldPrice }) {
  const { cardId, source, observedOn } = held;
  const decide = useDo(decideHeldPrice, {
    onSuccess: (_decided, { accept }) =>
      showToast({
        kind: 'success',
        title: `${held.cardName}: price ${accept ? 'accepted' : 'rejected'}`,
      }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'The decision was not saved', text: messageOf(error) }),
  });
  const say = (accept: boolean) => decide.mutate({ cardId, source, observedOn, accept });
  return (
    <span className="inline-flex gap-2">
      <Button
        variant="secondary"
        size="small"
        busy={decide.isPending}
        onClick={() => say(true)}
        className="hit-44"
      >
        Accept
      </Button>
      <Button
        variant="ghost"
        size="small"
        disabled={decide.isPending}
        onClick={() => say(false)}
        className="hit-44"
      >
        Reject
      </Button>
    </span>
  );
}
