import * as rows from '#contract/catalogue.ts';
import { verb } from '../http/verb.ts';
import { findPriceDay } from './price-runs-queries.ts';

export const showPriceDay = verb(rows.showPriceDay, async ({ db }) => {
  const { is_fresh: areDaily, newest_day: asOf } = await findPriceDay(db);
  return { areDaily, asOf };
});
