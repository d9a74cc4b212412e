// Suggested packs (docs/product.md §4).
import { ofUser } from './accounts.ts';
import { packTypes } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

/** The maximum number of suggested pack types. */
export const SUGGESTED_MOST = 6;

export const recommendPacks = endpoint({
  method: 'GET',
  path: '/packs/recommendations',
  summary:
    'Packs in stock that the user has never bought, favourite games first; empty if they turned suggestions off.',
  audience: 'user',
  repeat: 'none',
  reads: ['account', 'catalogue', 'packs', 'stock'],
  query: ofUser,
  reply: packTypes,
  rejections: ['USER_NOT_FOUND'],
});
