import * as rows from '#contract/catalogue.ts';
import { verb } from '../http/verb.ts';
import { findPriceDay } from './price-runs-queries.ts';

/** A demo has no refresh, and its page still words the sentence as a shop's does, with the day beside it. */
export const showPriceDay = verb(rows.showPriceDay, async ({ db, config }) => {
  const { is_fresh: isFresh, newest_day: asOf } = await findPriceDay(db);
  return { areDaily: config.demo || isFresh, asOf };
});
