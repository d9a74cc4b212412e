import * as rows from '#contract/prices.ts';
import { handler } from '../http/handler.ts';
import { findPriceDay } from './price-runs-queries.ts';

export const showPriceDay = handler(rows.showPriceDay, async ({ db }) => {
  const { is_fresh: areDaily, newest_day: asOf } = await findPriceDay(db);
  return { areDaily, asOf };
});
