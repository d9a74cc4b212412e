// My cards: sealed packs, the cards that the user owns, and the history of earlier cards. The URL holds the tab, the
// filters and the page.
import { listExpiringCards, listMyCards, POCKETS, type CardItem } from '#contract/collection.ts';
import { showShipment } from '#contract/shipping.ts';
import { createLazyRoute, Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { useProfile } from '../accounts/queries.ts';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { RowsSkeleton } from '../ui/data-table.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { Banner, EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { showToast } from '../ui/toast.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { Worth } from '../ui/worth.tsx';
import { AvailableTab } from './available-tab.tsx';
import { CardDrawer } from './card-drawer.tsx';
import { countCards } from './card-words.ts';
import { CardsToolbar } from './cards-toolbar.tsx';
import { useCardsView, type CardsView } from './cards-view.ts';
import { ExpiringSoon } from './expiring-soon.tsx';
import { HistoryTab } from './history-tab.tsx';
import { HistoryToolbar } from './history-toolbar.tsx';
import { LockedLine } from './locked-line.tsx';
import { PAGE_SIZE_DEFAULT, PAGE_SIZES, type MyCardsSearch } from './my-cards-search.ts';
import './navigation-state.ts';
import { useHistory, useRefreshCards, whichOfHistory } from './queries.ts';
import { SealedTab } from './sealed-tab.tsx';
import { SellDialog } from './sell-dialog.tsx';
import { WorthPanel } from './worth-panel.tsx';
import { isNarrowed, whichCards } from './which-cards.ts';

export const screen = createLazyRoute('/my-cards')({ component: MyCardsPage });

function MyCardsPage() {
  const search = screen.useSearch();
  const { tab, pack, page = 1, size = PAGE_SIZE_DEFAULT } = search;
  const [view, setView] = useCardsView();
  const navigate = useNavigate();
  const sealedPacks = useProfile().data?.sealedPacks ?? 0;
  const lists = useLists(search, view);
  const arrivals = useArrival(search);
  const router = useRouter();
  const { shipmentId, isOverCards } = useLocation().state;

  const go = (next: MyCardsSearch, { resetScroll = false, replace = false } = {}) =>
    void navigate({ to: '/my-cards', search: next, state: { shipmentId }, resetScroll, replace });
  const { totalPages } = lists;
  const isBinder = tab === undefined && view === 'binder';
  const isBySet = isBinder && !isNarrowed(search);
  // Another page of rows scrolls to the top. In the binder, another page replaces the present one in place.
  const goToPage = (next: number) => go({ ...search, page: next }, { resetScroll: !isBinder });
  useExistingPage(page, isBySet ? undefined : lists.current.data && totalPages, goToPage);
  const isList = tab === undefined || tab === 'history';
  const { card: opened, ...closed } = search;
  const close = () => {
    // If the card was opened from this list, close it by going back. A new history entry would make the Back button
    // open the card again.
    if (isOverCards === true) router.history.back();
    else go(closed, { replace: true });
  };

  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-5 text-h2 sm:text-h1">
        My cards
      </h1>
      <PauseBanner />
      {shipmentId !== undefined && <ParcelBanner id={shipmentId} />}
      <Tabs
        label="My cards"
        tabs={[
          {
            name: 'sealed',
            label: sealedPacks === 0 ? 'Sealed packs' : `Sealed packs (${sealedPacks})`,
          },
          { name: 'available', label: 'Available' },
          { name: 'history', label: 'History' },
          { name: 'worth', label: 'Value' },
        ]}
        selected={tab ?? 'available'}
        onSelect={(name) => go({ size, ...(name === 'available' ? {} : { tab: name }) })}
        aside={
          isList && (
            <PackChoice
              names={lists.packNames}
              chosen={pack ?? ''}
              onChoose={(name) => {
                const { page: _page, pack: _pack, ...rest } = closed;
                go({ ...rest, size, ...(name === '' ? {} : { pack: name }) });
              }}
            />
          )
        }
      >
        <div className="pt-5">
          {tab === 'sealed' ? (
            <SealedTab />
          ) : tab === 'worth' ? (
            <WorthPanel
              keepsOpen
              orElse={
                <EmptyState
                  title="Nothing to show yet"
                  text="What your packs cost and what their cards bring will appear here."
                />
              }
            />
          ) : (
            <CardList
              search={search}
              lists={lists}
              arrivals={arrivals}
              view={view}
              onView={(next) => {
                setView(next);
                const { page: _first, leaf: _leaf, ...rest } = closed;
                go(rest);
              }}
              onLeaf={(set, leaf) => go({ ...closed, set, leaf })}
            />
          )}
          {isList && !isBySet && totalPages > 0 && (
            <ListFoot
              size={isBinder ? null : size}
              onSize={(next) => {
                const { page: _first, ...rest } = search;
                go({ ...rest, size: next }, { resetScroll: true });
              }}
              page={page}
              totalPages={totalPages}
              onPage={goToPage}
            />
          )}
        </div>
      </Tabs>
      {opened !== undefined && <OpenedCard key={opened} id={opened} onClose={close} />}
    </div>
  );
}

/** The panel with the open card. After a press on Sell, the sell dialog replaces the panel. */
function OpenedCard({ id, onClose }: { id: string; onClose: () => void }) {
  const [selling, setSelling] = useState<CardItem | null>(null);
  if (selling !== null) return <SellDialog item={selling} onClose={() => setSelling(null)} />;
  return <CardDrawer id={id} onClose={onClose} onSell={setSelling} />;
}

/** Loads the lists: the user's cards, the cards that expire soon, and the history. */
function useLists(search: MyCardsSearch, view: CardsView) {
  const { tab, page = 1, size = PAGE_SIZE_DEFAULT } = search;
  const isHistory = tab === 'history';
  const isBySet = view === 'binder' && !isNarrowed(search);
  const available = useAsk(
    listMyCards,
    {
      ...whichCards(search),
      page: tab === undefined && !isBySet ? page : 1,
      pageSize: view === 'binder' ? POCKETS : size,
    },
    { keepsPrevious: true },
  );
  // Counts the expiring cards of all packs, even if the list below is filtered.
  const soon = useAsk(listExpiringCards, { page: 1, pageSize: 1 }, { enabled: !isHistory });
  const history = useHistory({
    enabled: isHistory,
    page,
    size,
    which: whichOfHistory(search),
  });
  return {
    available,
    soon,
    history,
    current: isHistory ? history : available,
    // True while the list waits for the line about expiring cards above it, so that the list does not move. The list
    // stops waiting if the first attempt to load the line fails.
    isSoonAwaited: !isHistory && soon.isPending && soon.failureCount === 0,
    packNames: (isHistory ? history.packNames : available.data?.packNames) ?? [],
    totalPages: isHistory
      ? Math.ceil(history.total / size)
      : (available.data?.pagination.totalPages ?? 0),
  };
}

type CardListProps = {
  search: MyCardsSearch;
  lists: ReturnType<typeof useLists>;
  arrivals: number;
  view: CardsView;
  onView: (view: CardsView) => void;
  onLeaf: (setId: string, leaf: number) => void;
};

function CardList({
  search,
  lists: { available, soon, history, current, isSoonAwaited },
  arrivals,
  view,
  onView,
  onLeaf,
}: CardListProps) {
  const { tab, expiring: isFiltered = false, page = 1, size = PAGE_SIZE_DEFAULT } = search;
  const isHistory = tab === 'history';
  const list = available.data;
  const hasCards = (list?.pagination.totalItems ?? 0) > 0;
  return (
    <>
      {isHistory ? <HistoryToolbar search={search} /> : <LockedLine />}
      <Frame
        isLoading={current.isPending || isSoonAwaited}
        error={current.error}
        isKnown={current.data !== undefined}
        onRetry={() => void current.refetch()}
      >
        {isHistory && history.data?.isPartial && (
          <LastKnown onRetry={() => void history.refetch()}>
            Part of your history could not be loaded.
          </LastKnown>
        )}
        {isHistory ? (
          <HistoryTab items={history.data?.items ?? []} first={(page - 1) * size + 1} />
        ) : (
          <>
            {soon.data && soon.data.pagination.totalItems > 0 && (
              <ExpiringSoon
                total={soon.data.pagination.totalItems}
                worth={soon.data.totalSellPrice}
                search={search}
                isFiltered={isFiltered}
              />
            )}
            {(hasCards || isNarrowed(search) || search.set !== undefined) && (
              <CardsToolbar
                search={search}
                view={view}
                onView={onView}
                summary={
                  list !== undefined && (
                    <>
                      {countCards(list.pagination.totalItems)} ·{' '}
                      <Worth market={list.totals.marketValue} sellPrice={list.totals.sellPrice} />
                    </>
                  )
                }
              />
            )}
            <AvailableTab
              key={arrivals}
              items={list?.cards ?? []}
              total={list?.pagination.totalItems ?? 0}
              search={search}
              view={view}
              onLeaf={onLeaf}
            />
          </>
        )}
      </Frame>
    </>
  );
}

/** Confirms a shipping request. Disappears when the parcel has been packed or cancelled. */
function ParcelBanner({ id }: { id: string }) {
  if (useAsk(showShipment, { id }).data?.status !== 'requested') return null;
  return (
    <div className="mb-5">
      <Banner tone="brand">
        Your parcel has been requested. We pack it next.{' '}
        <Link
          to="/shipments/$shipmentId"
          params={{ shipmentId: id }}
          className="font-semibold underline"
        >
          Follow your parcel
        </Link>
      </Banner>
    </div>
  );
}

/** The filter by the name of the pack. */
function PackChoice({
  names,
  chosen,
  onChoose,
}: {
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}) {
  return (
    <Select
      label="Pack"
      labelAt="hidden"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: 'All packs' },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      className="mb-2 w-56"
    />
  );
}

type PageSize = (typeof PAGE_SIZES)[number];

function ListFoot({
  size,
  onSize,
  page,
  totalPages,
  onPage,
}: {
  /** The number of items on a page. Null if it is fixed. */
  size: PageSize | null;
  onSize: (size: PageSize) => void;
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
      {size !== null && (
        <Select
          label="Rows per page"
          labelAt="left"
          value={size}
          onChange={({ target }) => onSize(PAGE_SIZES.find((one) => one === Number(target.value))!)}
          options={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
        />
      )}
      <Pagination label="Cards" page={page} totalPages={totalPages} onPage={onPage} />
    </div>
  );
}

/**
 * Reloads the cards when the user arrives here after a shipping request. Returns the number of these arrivals: when it
 * changes, the page clears its ticks.
 */
function useArrival(search: MyCardsSearch): number {
  const { refreshCards, optimisticUpdate, shipmentId } = useLocation().state;
  const navigate = useNavigate();
  const refresh = useRefreshCards();
  const [arrivals, setArrivals] = useState(0);
  const arrive = useEffectEvent(async () => {
    // Remove the instructions from the history entry, so that a reload or the Back button doesn't repeat them. The
    // parcel's id stays.
    void navigate({ to: '/my-cards', search, replace: true, state: { shipmentId } });
    try {
      await refresh(optimisticUpdate?.cardIds ?? []);
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Failed to load cards. Please try again.',
        text: messageOf(error),
      });
    }
  });
  useEffect(() => {
    if (refreshCards !== true) return;
    void arrive().then(() => setArrivals((count) => count + 1));
  }, [refreshCards]);
  return arrivals;
}

function Frame({
  isLoading,
  error,
  isKnown,
  onRetry,
  children,
}: {
  isLoading: boolean;
  error: Error | null;
  /** True if cards have loaded before. They stay on the page even if a refetch fails. */
  isKnown: boolean;
  onRetry: () => void;
  children: ReactNode;
}) {
  if (error !== null && !isKnown) {
    return (
      <ErrorState
        title="Failed to load cards. Please try again."
        text={messageOf(error)}
        onRetry={onRetry}
      />
    );
  }
  if (error === null && isLoading) {
    return (
      <Loading text="Loading cards...">
        <RowsSkeleton rows={4} />
      </Loading>
    );
  }
  // The cards keep their place in React's tree, with or without the line above them. If React remounted the cards, the
  // ticks would be lost.
  return (
    <>
      {error !== null && (
        <LastKnown onRetry={onRetry}>
          This is what was loaded last: {messageOf(error).toLowerCase()}.
        </LastKnown>
      )}
      {children}
    </>
  );
}

/** Says that the data on the page is correct, but incomplete or not the newest. */
function LastKnown({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <div className="mb-4">
      <Banner tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{children}</p>
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try Again
          </Button>
        </div>
      </Banner>
    </div>
  );
}
