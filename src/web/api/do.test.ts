import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { putBack } from './do.ts';

test('an optimistic change is undone', () => {
  const queries = new QueryClient();
  queries.setQueryData(['cards'], ['shipped']);
  putBack(queries, [[['cards'], ['available']]]);
  expect(queries.getQueryData(['cards'])).toEqual(['available']);
});

test('a user who signed out meanwhile leaves no cards in the cache for the next user', () => {
  const queries = new QueryClient();
  queries.setQueryData(['cards'], ['shipped']);
  queries.removeQueries({ queryKey: ['cards'] });
  putBack(queries, [[['cards'], ['available']]]);
  expect(queries.getQueryData(['cards'])).toBeUndefined();
});
