import * as rows from '#contract/admin-waiting.ts';
import { isAdmitted } from '#domain/access.ts';
import { isLow, isUnsold } from '#domain/stock-pace.ts';
import {
  STALE_PRICES_HOURS,
  WAITING_RIGHTS,
  WAITING_KINDS,
  type WaitingKind,
} from '#domain/waiting.ts';
import { listStockPaces } from '../catalogue/stock-pace-queries.ts';
import { handler } from '../http/handler.ts';
import { listFailedJobs } from '../jobs/jobs-queries.ts';
import { listPriceAges } from '../prices/price-ages-queries.ts';
import { readPriceSources } from '../prices/price-sources.ts';
import { listWaiting as countWaiting, type WaitingRow } from './waiting-queries.ts';

const HOUR_S = 3_600;

export const listWaiting = handler(rows.listWaiting, async ({ db, config, now }, { rights }) => {
  const kinds = WAITING_KINDS.filter((kind) => isAdmitted(rights, WAITING_RIGHTS[kind]));
  const sees = (kind: WaitingKind) => kinds.includes(kind);
  const sources = readPriceSources(config.priceSources).map(({ name }) => name);
  const [counted, jobs, paces, ages] = await Promise.all([
    countWaiting(db, kinds),
    sees('failed_jobs') ? listFailedJobs(db) : [],
    sees('low_stock') ? listStockPaces(db) : [],
    sees('stale_prices') ? listPriceAges(db, sources) : [],
  ]);
  const stale = ages.filter(({ age }) => age > STALE_PRICES_HOURS * HOUR_S);
  const oldest = Math.max(...stale.map(({ age }) => age));
  const found: WaitingRow[] = [
    ...counted,
    rowOf('failed_jobs', jobs.length, jobs.at(-1)?.completed_on),
    rowOf('low_stock', paces.filter(isLow).length),
    rowOf('unsold_stock', paces.filter(isUnsold).length),
    rowOf('stale_prices', stale.length, new Date(now().getTime() - oldest * 1000)),
  ];
  return {
    waiting: kinds.flatMap((kind) => found.filter((row) => row.kind === kind && row.count > 0)),
  };
});

function rowOf(kind: WaitingKind, count: number, at: Date | null = null): WaitingRow {
  return { kind, count, amount: null, at: count === 0 ? null : at, late: 0 };
}
