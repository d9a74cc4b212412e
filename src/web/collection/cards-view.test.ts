import { expect, test } from 'vitest';
import { inTab, inView, viewOf } from './cards-view.ts';
import { myCardsSearch } from './my-cards-search.ts';

test.each([
  'tab=history',
  'size=25',
  'page=2',
  'page=1',
  'expiring=true',
  'expiring=1',
  'expiring',
])('an older link with ?%s opens rows in a browser that last showed cards', (query) => {
  const address = Object.fromEntries(new URLSearchParams(query));
  expect(viewOf(myCardsSearch(address), 'cards')).toBe('rows');
});

test('?expiring=false filters nothing', () => {
  expect(myCardsSearch({ expiring: false })).toEqual({});
});

test('the number of rows and the filter for expiring cards stay when the owner goes to the history and back', () => {
  const asked = { size: 25, expiring: true } as const;
  const history = inTab({ ...asked, page: 2, search: 'Koi' }, 'history', 'cards');
  expect(history).toEqual({ ...asked, tab: 'history' });
  const { view, ...back } = inTab(history, 'available', 'cards');
  expect([view, back]).toEqual(['rows', asked]);
});

test('going back from the second page of rows to the first stays with rows', () => {
  // `inView` names the view, because an address without a page number would open the view with cards.
  expect(inView({ view: 'rows' }, 'rows', 'cards')).toEqual({ view: 'rows' });
  expect(inView({ page: 2, view: 'rows' }, 'rows', 'cards')).toEqual({ page: 2 });
  expect(inView({ page: 1 }, 'rows', 'cards')).toEqual({ page: 1, view: 'rows' });
});
