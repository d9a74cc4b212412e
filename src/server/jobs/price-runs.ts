// Shows price updates to operators: sources, schedule, runs and freshness.
import * as rows from '#contract/jobs.ts';
import type { PriceRunLine } from '#contract/jobs.ts';
import { Rejection } from '#domain/rejection.ts';
import { nextRunMs } from '#domain/schedule.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { findFreshness } from '../prices/prices-queries.ts';
import { listNewestRuns, listPriceRuns, type PriceRunRow } from '../prices/price-runs-queries.ts';
import { nameOfPlace, readPriceSources, type PriceSource } from '../prices/price-sources.ts';
import { handler } from '../http/handler.ts';
import { ConfigProblem } from '../runtime/config.ts';
import type { Context } from '../runtime/context.ts';
import { listJobs } from './list-jobs.ts';
import { PRICES_HOUR } from '#domain/price-refresh.ts';

const RUNS_SHOWN = 20;
/**
 * Prices older than this are marked as old. One day would be too short, because a source that pauses overnight
 * publishes prices of the day before yesterday.
 */
const OLD_AFTER_DAYS = 2;

export const showPrices = handler(rows.showPrices, async (context, caller) => {
  const { db } = context;
  const { sources, problem } = readSources(context);
  const [newest, runs, { held, ...freshness }, { jobs }] = await Promise.all([
    listNewestRuns(
      db,
      sources.map(({ name }) => name),
    ),
    listPriceRuns(db, RUNS_SHOWN),
    findFreshness(db, OLD_AFTER_DAYS),
    listJobs.answer(context, caller, {}),
  ]);
  const job = jobs.find(({ name }) => name === 'refresh-prices')!;
  const schedule = { dailyAtHour: PRICES_HOUR };
  return {
    sources: sources.map(({ name, source, game, files }) => {
      const last = newest.get(name);
      return {
        name,
        source,
        game,
        files: files.map(nameOfPlace),
        lastRun: last === undefined ? null : presentRun(last),
      };
    }),
    problem,
    dailyAtHour: PRICES_HOUR,
    nextRunAt: job.nextRunAt ?? new Date(nextRunMs(context.now().getTime(), schedule)),
    state: job.state,
    runs: runs.map(presentRun),
    freshness,
    held,
  };
});

/** Refreshes all sources, not only those that are due. */
export const runPrices = handler(rows.runPrices, async (context, caller) => {
  const { sources, problem } = readSources(context);
  if (sources.length === 0) {
    throw new Rejection('INVALID_TRANSITION', problem ?? 'This shop has no price sources.');
  }
  await context.queue.send(context.db, 'refresh-prices', { all: true });
  await recordAuditEntry(context, caller, {
    action: 'refresh_prices',
    subject: { kind: 'job', id: 'refresh-prices' },
    after: { sources: sources.map(({ name }) => name) },
  });
  return null;
});

/**
 * Reads the sources from the settings, which may have changed since the start. A problem is returned instead of thrown.
 */
function readSources({ config }: Context): { sources: PriceSource[]; problem: string | null } {
  try {
    return { sources: readPriceSources(config.priceSources), problem: null };
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return { sources: [], problem: error.message };
  }
}

function presentRun(run: PriceRunRow): PriceRunLine {
  return {
    id: run.id,
    source: run.source,
    startedAt: run.started_at,
    finishedAt: run.finished_at,
    cards: run.cards,
    newPrices: run.new_prices,
    heldBack: run.held_back,
    error: run.error,
  };
}
