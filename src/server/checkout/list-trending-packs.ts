import {
  SUGGESTED_MOST,
  type listTrendingPacks as row,
  type TRENDING_TIMEFRAMES,
} from '#contract/suggestions.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { presentPackTypes } from '../catalogue/list-pack-types.ts';
import type { Context } from '../runtime/context.ts';
import { listMostSold } from './queries.ts';

const HOURS: Record<(typeof TRENDING_TIMEFRAMES)[number], number> = {
  '24h': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
};

export async function listTrendingPacks(
  { db }: Context,
  _caller: unknown,
  { timeframe }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  return presentPackTypes(db, await listMostSold(db, HOURS[timeframe], SUGGESTED_MOST));
}
