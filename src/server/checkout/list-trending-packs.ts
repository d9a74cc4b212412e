import * as rows from '#contract/checkout-trending.ts';
import { SUGGESTED_MOST } from '#contract/catalogue-suggestions.ts';
import type { TRENDING_TIMEFRAMES } from '#contract/checkout-trending.ts';
import { presentPackTypes } from '../catalogue/list-pack-types.ts';
import { handler } from '../http/handler.ts';
import { listMostSold } from './orders-queries.ts';

const HOURS: Record<(typeof TRENDING_TIMEFRAMES)[number], number> = {
  '24h': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
};

export const listTrendingPacks = handler(
  rows.listTrendingPacks,
  async (context, _caller, { timeframe }) => {
    return presentPackTypes(
      context,
      await listMostSold(context.db, HOURS[timeframe], SUGGESTED_MOST),
    );
  },
);
