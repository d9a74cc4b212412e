import * as rows from '#contract/admin.ts';
import { sum } from '#domain/money.ts';
import { verb } from '../http/verb.ts';
import { listFailedJobs } from '../jobs/jobs-queries.ts';
import { findStanding, listDays } from './overview-queries.ts';

export const showOverview = verb(rows.showOverview, async ({ db }, _caller, { days: asked }) => {
  const days = Number(asked);
  const [moved, totals, failed] = await Promise.all([
    listDays(db, days),
    findStanding(db),
    listFailedJobs(db),
  ]);
  const series = moved.map((day) => ({
    date: day.date,
    sales: day.sales,
    openings: day.openings,
    topUps: day.top_ups,
    soldBack: day.sold_back,
  }));
  return {
    sales: sum(...series.map((day) => day.sales)),
    refunded: sum(...moved.map((day) => day.refunded)),
    openings: series.reduce((total, day) => total + day.openings, 0),
    topUps: sum(...series.map((day) => day.topUps)),
    soldBack: sum(...series.map((day) => day.soldBack)),
    creditsHeld: totals.credits_held,
    unsettledPayments: {
      count: totals.unsettled_count,
      amount: totals.unsettled_amount,
    },
    refundsDue: {
      count: totals.refunds_due_count,
      amount: totals.refunds_due_amount,
    },
    disputes: { count: totals.disputes_count, amount: totals.disputes_amount },
    packsInStock: totals.packs_in_stock,
    cardsToShip: totals.cards_to_ship,
    pricesAt: totals.prices_at,
    failedJobs: failed.length,
    series,
  };
});
