import * as rows from '#contract/admin.ts';
import { sum } from '#domain/money.ts';
import { handler } from '../http/handler.ts';
import { sumMovedByDay, findStanding } from './overview-queries.ts';

export const showOverview = handler(rows.showOverview, async ({ db }, _caller, { days }) => {
  const [moved, totals] = await Promise.all([sumMovedByDay(db, Number(days)), findStanding(db)]);
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
    packsInStock: totals.packs_in_stock,
    packsWaiting: totals.packs_waiting,
    cardsToShip: totals.cards_to_ship,
    pricesAt: totals.prices_at,
    series,
  };
});
