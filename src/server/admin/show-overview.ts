import * as rows from '#contract/admin.ts';
import { sum, ZERO } from '#domain/money.ts';
import { verb } from '../http/verb.ts';
import { listFailedJobs } from '../jobs/jobs-queries.ts';
import { countOpeningsByDay, findStanding, sumMoneyByDay } from './overview-queries.ts';

export const showOverview = verb(rows.showOverview, async ({ db }, _caller, { days: asked }) => {
  const days = Number(asked);
  const [money, openings, totals, failed] = await Promise.all([
    sumMoneyByDay(db, days),
    countOpeningsByDay(db, days),
    findStanding(db),
    listFailedJobs(db),
  ]);
  const moved = new Map(money.map((day) => [day.date, day]));
  const series = openings.map((day) => {
    const of = moved.get(day.date);
    return {
      date: day.date,
      sales: of?.sales ?? ZERO,
      openings: day.openings,
      topUps: of?.top_ups ?? ZERO,
      soldBack: of?.sold_back ?? ZERO,
    };
  });
  return {
    sales: sum(...series.map((day) => day.sales)),
    refunded: sum(...money.map((day) => day.refunded)),
    openings: openings.reduce((total, day) => total + day.openings, 0),
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
