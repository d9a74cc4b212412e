import * as rows from '#contract/admin.ts';
import { sum } from '#domain/money.ts';
import { handler } from '../http/handler.ts';
import { listFailedJobs } from '../jobs/jobs-queries.ts';
import { findMoved, findStanding } from './overview-queries.ts';

export const showOverview = handler(rows.showOverview, async ({ db }, _caller, { days }) => {
  const [moved, totals, failed] = await Promise.all([
    findMoved(db, Number(days)),
    findStanding(db),
    listFailedJobs(db),
  ]);
  const series = moved.days.map((day) => ({
    date: day.date,
    sales: day.sales,
    openings: day.openings,
    topUps: day.top_ups,
    soldBack: day.sold_back,
  }));
  return {
    sales: sum(...series.map((day) => day.sales)),
    refunded: sum(...moved.days.map((day) => day.refunded)),
    openings: series.reduce((total, day) => total + day.openings, 0),
    topUps: sum(...series.map((day) => day.topUps)),
    soldBack: sum(...series.map((day) => day.soldBack)),
    creditsHeld: moved.creditsHeld,
    countedUntil: moved.countedUntil,
    unsettledPayments: {
      count: totals.unsettled_count,
      amount: totals.unsettled_amount,
    },
    refundsDue: {
      count: totals.refunds_due_count,
      amount: totals.refunds_due_amount,
    },
    returnsAsked: totals.returns_asked,
    disputes: { count: totals.disputes_count, amount: totals.disputes_amount },
    packsInStock: totals.packs_in_stock,
    cardsToShip: totals.cards_to_ship,
    pricesAt: totals.prices_at,
    failedJobs: failed.length,
    series,
  };
});
