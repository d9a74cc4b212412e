import { expect, test } from 'vitest';
import { auditSearch, usersSearch } from './users-search.ts';

const ID = '00000000-0000-4000-8000-000000000000';

test('the address of the users keeps known parts, and drops the rest', () => {
  expect(
    usersSearch({ state: 'locked', role: 'admin', search: 77, page: 2, id: ID, other: 1 }),
  ).toEqual({ state: 'locked', role: 'admin', search: '77', page: 2, id: ID });
  expect(usersSearch({ state: 'asleep', role: 'owner', search: ' ', page: 1, id: 'a' })).toEqual(
    {},
  );
});

test('the address of the audit shows the invariants alone, or the actions with their filters', () => {
  const actor = '0b7b2f4e-8f3f-4b69-9d4c-0a5a3a1b2c3d';
  expect(auditSearch({ view: 'promises', actor, page: 3 })).toEqual({ view: 'promises' });
  expect(auditSearch({ actor, action: 'lock_user', subject: 'x', from: '2026-11-01' })).toEqual({
    actor,
    action: 'lock_user',
    subject: 'x',
    from: '2026-11-01',
  });
  expect(auditSearch({ actor: 'me', action: 'Lock user!', from: 'today' })).toEqual({});
});
