// Packs that the shop suggests (docs/product.md §4).
import * as z from 'zod/mini';
import { ofUser } from './accounts.ts';
import { packTypes } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

/** Pack types that are suggested at once. */
export const SUGGESTED_MOST = 6;

export const recommendPacks = endpoint({
  method: 'GET',
  path: '/packs/recommendations',
  summary:
    'Packs in stock that the user never bought, those of their favourite games first; none where they want none.',
  audience: 'user',
  repeat: 'none',
  query: ofUser,
  reply: packTypes,
  rejections: ['USER_NOT_FOUND'],
});

export const TRENDING_TIMEFRAMES = ['24h', '7d', '30d'] as const;

export const listTrendingPacks = endpoint({
  method: 'GET',
  path: '/packs/trending',
  summary: 'The pack types that sold most, by packs sold in the last while.',
  audience: 'anyone',
  repeat: 'none',
  query: z.object({
    timeframe: z._default(z.enum(TRENDING_TIMEFRAMES, 'timeframe must be 24h, 7d or 30d'), '24h'),
  }),
  reply: packTypes,
  rejections: [],
});
