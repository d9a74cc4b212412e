// The view in which the owner sees the cards: as cards, as rows, or as a binder. This browser stores the last choice.
import { useState } from 'react';
import { browserStorage } from '../browser/browser-storage.ts';
import { VIEWS, type MyCardsSearch } from './my-cards-search.ts';

export type CardsView = (typeof VIEWS)[number];

const KEY = 'my-cards-view';

/** Returns the view that was last used in this browser, and a function that stores another view. */
export function useLastView(): [CardsView, (view: CardsView) => void] {
  const [view, setView] = useState<CardsView>(
    () => VIEWS.find((one) => one === browserStorage.getItem(KEY)) ?? VIEWS[0],
  );
  const choose = (next: CardsView) => {
    browserStorage.setItem(KEY, next);
    setView(next);
  };
  return [view, choose];
}

/**
 * Returns the view that a URL opens. If a URL without a view has a tab, a page, a number of rows or the filter for
 * expiring cards, it opens rows, because it may be older than the other views. `last`: the view that was last used in
 * this browser.
 */
export function viewOf(search: MyCardsSearch, last: CardsView): CardsView {
  const { view, tab, size, page = 1, expiring, leaf } = search;
  if (view !== undefined) return view;
  if (page > 1 || [tab, size, expiring].some((one) => one !== undefined)) return 'rows';
  return leaf === undefined ? last : 'binder';
}

/**
 * Returns the search parameters of a URL that opens this view. They name the view only if the URL would open another
 * one without it.
 */
export function inView(search: MyCardsSearch, view: CardsView, last: CardsView): MyCardsSearch {
  const { view: _view, ...rest } = search;
  return viewOf(rest, last) === view ? rest : { ...rest, view };
}

/**
 * Returns the search parameters of another tab. The number of rows, the filter for expiring cards and a named view stay.
 * `last`: the view that was last used in this browser.
 */
export function inTab(
  { size, expiring, view }: MyCardsSearch,
  tab: NonNullable<MyCardsSearch['tab']>,
  last: CardsView,
): MyCardsSearch {
  const carried = { ...(size && { size }), ...(expiring && { expiring }), ...(view && { view }) };
  return tab === 'available' ? { ...carried, view: viewOf(carried, last) } : { ...carried, tab };
}
