import { expect, test } from 'vitest';
import { auditSearch, usersSearch } from './users-search.ts';

test('an address of users says who is shown, and what is not understood is left out', () => {
  expect(
    usersSearch({ state: 'locked', role: 'admin', search: 4711, page: '2', id: 'an id' }),
  ).toEqual({ state: 'locked', role: 'admin', search: '4711', page: 2, id: 'an id' });
  expect(usersSearch({ state: 'gone', role: 'owner', search: ' ', page: 1, id: null })).toEqual({});
});

test('the books have no filters, the deeds have', () => {
  expect(auditSearch({ action: 'lock_user', page: 2 })).toEqual({});
  expect(
    auditSearch({
      view: 'deeds',
      actor: 'a',
      action: 'lock_user',
      subject: 's',
      from: '2026-11-01',
      to: '2026-02-30',
      page: 3,
      id: 7,
    }),
  ).toEqual({
    view: 'deeds',
    actor: 'a',
    action: 'lock_user',
    subject: 's',
    from: '2026-11-01',
    page: 3,
    id: 7,
  });
  expect(auditSearch({ view: 'deeds', action: 'Lock!', id: 'x' })).toEqual({ view: 'deeds' });
});
