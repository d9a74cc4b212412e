import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toCents } from '#domain/money.ts';
import { cardFilters, cardListQuery } from './card-lists.ts';

const query = z.object(cardListQuery(['name', 'price']));

test('filters are read in either naming, as one value or a list', () => {
  expect(
    query.parse({ rarity: 'epic', finish: ['foil'], priceMin: '1.5', search: ' heron ' }),
  ).toEqual({
    page: 1,
    pageSize: 8,
    sortBy: 'name',
    sortOrder: 'desc',
    rarity: ['uncommon'],
    finish: ['foil'],
    priceMin: 150,
    search: 'heron',
  });
});

test('filters that the browser encodes are decoded unchanged', () => {
  const filters = z.object(cardFilters);
  const meant = {
    rarity: ['mythic' as const],
    finish: ['normal' as const],
    priceMax: toCents(1205),
  };
  const sent = z.encode(filters, meant);
  expect(sent).toEqual({ rarity: ['mythic'], finish: ['normal'], priceMax: '12.05' });
  expect(filters.parse(sent)).toEqual(meant);
});
