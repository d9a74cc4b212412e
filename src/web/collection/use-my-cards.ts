// The state of My cards: its lists, the ticked cards, and how the URL changes.
import { listExpiringCards, listMyCards, POCKETS } from '#contract/collection.ts';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useExistingPage } from '../ui/use-existing-page.ts';
import type { Fold } from './cards-toolbar.tsx';
import { inTab, inView, useLastView, viewOf, type CardsView } from './cards-view.ts';
import { CARDS_ON_WALL } from './cards-wall.tsx';
import { PAGE_SIZE_DEFAULT, type MyCardsSearch } from './my-cards-search.ts';
import './navigation-state.ts';
import { useHistory, whichOfHistory } from './queries.ts';
import { useCardSelection } from './selection.ts';
import { isNarrowed, whichCards } from './which-cards.ts';

export type Page = ReturnType<typeof useMyCards>;

/** Returns the state of the page, and functions that change it. Most of the state is in the URL. */
export function useMyCards(asked: MyCardsSearch) {
  const [lastView, noteView] = useLastView();
  const tab = asked.tab ?? 'available';
  const view = viewOf(asked, lastView);
  // Names the view in the URL if needed, so that links within the page stay in this view.
  const search = view === lastView ? asked : { ...asked, view };
  const [open, setOpen] = useState<Fold | null>(search.search === undefined ? null : 'search');
  const [isSelecting, setSelecting] = useState(false);
  const selection = useCardSelection();
  const lists = useLists(search, view);
  const navigate = useNavigate();
  const router = useRouter();
  const { shipmentId, isOverCards } = useLocation().state;

  const go = (next: MyCardsSearch, { resetScroll = false, replace = false } = {}) =>
    void navigate({
      to: '/my-cards',
      search:
        (next.tab ?? 'available') === 'available'
          ? inView(next, next.view ?? view, lastView)
          : next,
      state: { shipmentId },
      resetScroll,
      replace,
    });
  const { page = 1 } = search;
  const isBySet = tab === 'available' && view === 'binder' && !isNarrowed(search);
  // Turning to another page of the list scrolls to the top. In the binder, the new page takes the place of the old one
  // without scrolling.
  const goToPage = (next: number) => {
    const { page: _page, ...onFirst } = search;
    go(next === 1 ? onFirst : { ...search, page: next }, { resetScroll: view !== 'binder' });
  };
  useExistingPage(page, isBySet ? undefined : lists.current.data && lists.totalPages, goToPage);
  const stopSelecting = () => {
    selection.clear();
    setSelecting(false);
  };
  return {
    search,
    tab,
    view,
    lists,
    open,
    setOpen,
    isBySet,
    go,
    goToPage,
    selection,
    // If cards were ticked in the view with rows, they stay ticked.
    isSelecting: isSelecting || selection.items.length > 0,
    select: (isOn: boolean) => (isOn ? setSelecting(true) : stopSelecting()),
    changeTab: (name: typeof tab) => go(inTab(asked, name, lastView)),
    changeView: (next: CardsView) => {
      noteView(next);
      const { tab: _tab, page: _page, leaf: _leaf, card: _card, ...rest } = search;
      void navigate({
        to: '/my-cards',
        search: inView(rest, next, next),
        state: { shipmentId },
        resetScroll: false,
      });
    },
    closeCard: () => {
      const { card: _card, ...closed } = search;
      // If the card was opened from this list, closing it goes back in the history. With a new history entry, the Back
      // button would open the card again.
      if (isOverCards === true) router.history.back();
      else go(closed, { replace: true });
    },
  };
}

/** Loads the lists of the page: the user's cards, the cards that expire soon, and the history. */
function useLists(search: MyCardsSearch, view: CardsView) {
  const { tab = 'available', page = 1, size = PAGE_SIZE_DEFAULT } = search;
  const isHistory = tab === 'history';
  const isBySet = view === 'binder' && !isNarrowed(search);
  const sizes = { cards: CARDS_ON_WALL, rows: size, binder: POCKETS };
  const available = useAsk(
    listMyCards,
    {
      ...whichCards(search, view),
      page: tab === 'available' && !isBySet ? page : 1,
      pageSize: sizes[view],
    },
    { keepsPrevious: true },
  );
  // Counts all expiring cards, even if the list below is filtered.
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
    // True while the list waits until the line above it about expiring cards has loaded, so that the list does not
    // move. If the first attempt to load that line fails, the list stops waiting.
    isSoonAwaited: !isHistory && soon.isPending && soon.failureCount === 0,
    packNames: (isHistory ? history.packNames : available.data?.packNames) ?? [],
    total: available.data?.pagination.totalItems ?? 0,
    /** Whether the user has no cards, so that there is nothing to search, filter or sort. */
    isEmpty:
      available.data?.pagination.totalItems === 0 &&
      !isNarrowed(search) &&
      search.set === undefined,
    totalPages: isHistory
      ? Math.ceil(history.total / size)
      : (available.data?.pagination.totalPages ?? 0),
  };
}
