// The page My cards: sealed packs, the user's cards, and the history of cards that the user no longer has. The URL
// holds the tab, the filters and the page.
import type { CardItem } from '#contract/collection.ts';
import { createLazyRoute, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { useProfile } from '../accounts/queries.ts';
import { RowsSkeleton } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Worth } from '../ui/worth.tsx';
import { AvailableTab } from './available-tab.tsx';
import { OwnCardDrawer } from './card-drawer.tsx';
import { countCards } from './card-words.ts';
import { CardsToolbar } from './cards-toolbar.tsx';
import { WallSkeleton } from './cards-wall.tsx';
import { CoveredPacks } from './covered-packs.tsx';
import { ExpiringSoon } from './expiring-soon.tsx';
import { HistoryTab } from './history-tab.tsx';
import { HistoryToolbar } from './history-toolbar.tsx';
import { LastKnown, ListFrame } from './list-frame.tsx';
import { ListFoot, SaveCsv } from './list-foot.tsx';
import { LockedLine } from './locked-line.tsx';
import { PAGE_SIZE_DEFAULT, type MyCardsSearch } from './my-cards-search.ts';
import { PackChoice } from './pack-choice.tsx';
import { ParcelBanner } from './parcel-banner.tsx';
import { SealedTab } from './sealed-tab.tsx';
import { SellDialog } from './sell-dialog.tsx';
import { ListTools } from './list-tools.tsx';
import { useArrival } from './use-arrival.ts';
import { useMyCards, type Page } from './use-my-cards.ts';
import { ViewChoice } from './view-choice.tsx';
import { WorthPanel } from './worth-panel.tsx';
import { whichCards } from './which-cards.ts';

export const screen = createLazyRoute('/my-cards')({ component: MyCardsPage });

function MyCardsPage() {
  const asked = screen.useSearch();
  const page = useMyCards(asked);
  const { search, tab, view, lists, selection, go } = page;
  const sealedPacks = useProfile().data?.sealedPacks ?? 0;
  const { shipmentId } = useLocation().state;
  useArrival(asked, selection.clear);
  const { card: opened, ...closed } = search;

  return (
    <div className="page pt-5 pb-20 sm:pt-9">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2 sm:mb-5">
        <h1 tabIndex={-1} className="text-h2 whitespace-nowrap sm:text-h1">
          My cards
        </h1>
        {tab === 'available' && <ViewChoice view={view} onView={page.changeView} />}
      </div>
      <PauseBanner />
      {shipmentId !== undefined && <ParcelBanner id={shipmentId} />}
      <CoveredPacks />
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
        selected={tab}
        onSelect={page.changeTab}
        aside={<Aside page={page} />}
      >
        <div className="pt-3 sm:pt-5">
          {tab === 'sealed' ? (
            <SealedTab />
          ) : tab === 'worth' ? (
            <WorthPanel
              staysOpen
              orElse={
                <EmptyState
                  title="Nothing to show yet"
                  text="What your packs cost and what their cards bring will appear here."
                />
              }
            />
          ) : tab === 'history' ? (
            <History search={search} lists={lists} />
          ) : (
            <OwnCards page={page} onLeaf={(set, leaf) => go({ ...closed, set, leaf })} />
          )}
          <Foot page={page} />
        </div>
      </Tabs>
      {opened !== undefined && <OpenedCard key={opened} id={opened} onClose={page.closeCard} />}
    </div>
  );
}

/** What is next to the tabs: the choice of the pack or, for the user's cards, their number and the icons. */
function Aside({ page }: { page: Page }) {
  const { tab, view, lists } = page;
  if (tab === 'history') return <Packs page={page} className="sm:mb-2 sm:w-56 max-sm:w-full" />;
  if (tab !== 'available' || lists.isEmpty) return null;
  const isRows = view === 'rows';
  return (
    <div className="flex items-center gap-2 max-lg:w-full lg:mb-1">
      {isRows ? (
        <Packs page={page} className="min-w-0 sm:w-56 max-sm:flex-1 lg:mb-1" />
      ) : (
        <Summary
          list={lists.available.data}
          // A phone shows the three figures on three lines, without the dots between them.
          className="min-w-0 flex-1 text-head leading-snug max-[430px]:[&_[aria-hidden]]:hidden sm:mr-1"
          worthClass="max-[430px]:grid"
        />
      )}
      <div className={`flex ${isRows ? 'sm:hidden' : ''}`}>
        <ListTools
          search={page.search}
          open={page.open}
          onOpen={page.setOpen}
          select={isRows ? null : { isOn: page.isSelecting, onChange: page.select }}
        />
      </div>
    </div>
  );
}

function Packs({ page: { search, lists, go }, className }: { page: Page; className?: string }) {
  const { pack = '', page: _page, card: _card, pack: _pack, ...rest } = search;
  return (
    <PackChoice
      names={lists.packNames}
      chosen={pack}
      onChoose={(name) => go(name === '' ? rest : { ...rest, pack: name })}
      {...(className !== undefined && { className })}
    />
  );
}

/** The number of cards on all pages, and the worth of these cards. */
function Summary({
  list,
  className,
  worthClass,
}: {
  list: Page['lists']['available']['data'];
  className: string;
  worthClass?: string;
}) {
  return (
    <p className={`text-text-2 ${className}`}>
      {list !== undefined && (
        <>
          {countCards(list.pagination.totalItems)} <span aria-hidden="true">· </span>
          <Worth
            market={list.totals.marketValue}
            sellPrice={list.totals.sellPrice}
            {...(worthClass !== undefined && { className: worthClass })}
          />
        </>
      )}
    </p>
  );
}

function OwnCards({ page, onLeaf }: { page: Page; onLeaf: (setId: string, leaf: number) => void }) {
  const { search, view, lists, open, isSelecting, select, selection } = page;
  const { available, soon, isSoonAwaited, total } = lists;
  const isRows = view === 'rows';
  return (
    <>
      <LockedLine />
      <ListFrame
        isLoading={available.isPending || isSoonAwaited}
        error={available.error}
        isKnown={available.data !== undefined}
        onRetry={() => void available.refetch()}
        skeleton={isRows ? <RowsSkeleton rows={4} /> : <WallSkeleton />}
      >
        {soon.data && soon.data.pagination.totalItems > 0 && (
          <ExpiringSoon
            total={soon.data.pagination.totalItems}
            worth={soon.data.totalSellPrice}
            search={search}
          />
        )}
        {!lists.isEmpty && (
          <>
            <CardsToolbar
              search={search}
              view={view}
              open={open}
              packs={!isRows && <Packs page={page} />}
            />
            {isRows && <Summary list={available.data} className="mb-3 text-small" />}
          </>
        )}
        <AvailableTab
          items={available.data?.cards ?? []}
          total={total}
          search={search}
          view={view}
          selection={selection}
          isSelecting={isSelecting}
          onDone={() => select(false)}
          onLeaf={onLeaf}
        />
      </ListFrame>
    </>
  );
}

function History({ search, lists: { history } }: { search: MyCardsSearch; lists: Page['lists'] }) {
  const { page = 1, size = PAGE_SIZE_DEFAULT } = search;
  return (
    <>
      <HistoryToolbar search={search} />
      <ListFrame
        isLoading={history.isPending}
        error={history.error}
        isKnown={history.data !== undefined}
        onRetry={() => void history.refetch()}
        skeleton={<RowsSkeleton rows={4} />}
      >
        {history.data?.isPartial && (
          <LastKnown onRetry={() => void history.refetch()}>
            Part of your history could not be loaded.
          </LastKnown>
        )}
        <HistoryTab items={history.data?.items ?? []} first={(page - 1) * size + 1} />
      </ListFrame>
    </>
  );
}

function Foot({ page: { search, tab, view, lists, isBySet, go, goToPage } }: { page: Page }) {
  const isHistory = tab === 'history';
  const { page: _first, ...rest } = search;
  if ((!isHistory && tab !== 'available') || lists.totalPages === 0) return null;
  return (
    <ListFoot
      size={isHistory || view === 'rows' ? (search.size ?? PAGE_SIZE_DEFAULT) : null}
      onSize={(next) => go({ ...rest, size: next }, { resetScroll: true })}
      page={search.page ?? 1}
      totalPages={isBySet ? 1 : lists.totalPages}
      onPage={goToPage}
    >
      {!isHistory && <SaveCsv which={whichCards(search, view)} />}
    </ListFoot>
  );
}

/** The panel with the open card. When the user presses Sell, the sell dialog replaces the panel. */
function OpenedCard({ id, onClose }: { id: string; onClose: () => void }) {
  const [selling, setSelling] = useState<CardItem | null>(null);
  if (selling !== null) return <SellDialog item={selling} onClose={() => setSelling(null)} />;
  return <OwnCardDrawer id={id} onClose={onClose} onSell={setSelling} />;
}
