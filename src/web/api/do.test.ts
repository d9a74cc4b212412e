import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { putBack } from './do.ts';

test('what was shown in advance is taken back', () => {
  const queries = new QueryClient();
  queries.setQueryData(['cards'], ['shipped']);
  putBack(queries, [[['cards'], ['available']]]);
  expect(queries.getQueryData(['cards'])).toEqual(['available']);
});

test('who signed out meanwhile leaves no cards behind for the next one at this browser', () => {
  const queries = new QueryClient();
  queries.setQueryData(['cards'], ['shipped']);
  queries.removeQueries({ queryKey: ['cards'] });
  putBack(queries, [[['cards'], ['available']]]);
  expect(queries.getQueryData(['cards'])).toBeUndefined();
});
