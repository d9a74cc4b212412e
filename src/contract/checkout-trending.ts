// The best-selling packs (docs/product.md §4).
import * as z from 'zod/mini';
import { packTypes } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

export const TRENDING_TIMEFRAMES = ['24h', '7d', '30d'] as const;

export const listTrendingPacks = endpoint({
  method: 'GET',
  path: '/packs/trending',
  summary: 'The best-selling pack types, by packs sold recently.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  query: z.object({
    timeframe: z._default(z.enum(TRENDING_TIMEFRAMES, 'timeframe must be 24h, 7d or 30d'), '24h'),
  }),
  reply: packTypes,
  rejections: [],
});
