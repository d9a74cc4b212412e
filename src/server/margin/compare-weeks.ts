// Compares the shop's figures of the last seven whole days with those of the seven days before (choice 987).
import * as rows from '#contract/margin.ts';
import type { Week } from '#contract/margin.ts';
import { dayOf } from '#domain/day.ts';
import { leftOf } from '#domain/margin.ts';
import { sum, ZERO, difference } from '#domain/money.ts';
import type { Database } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { countNewPeople, findFiguresOfDays } from './margin-queries.ts';
import { presentMargin } from './show-margin.ts';

const DAY_MS = 86_400_000;

export const compareWeeks = handler(rows.compareWeeks, async ({ db, now }) => {
  const daysAgo = (days: number) => dayOf(new Date(now().getTime() - days * DAY_MS));
  const [last, before] = await Promise.all([
    readWeek(db, daysAgo(7), daysAgo(1)),
    readWeek(db, daysAgo(14), daysAgo(8)),
  ]);
  return { last, before };
});

async function readWeek(db: Database, from: string, to: string): Promise<Week> {
  const [figures, newPeople] = await Promise.all([
    findFiguresOfDays(db, from, to),
    countNewPeople(db, from, to),
  ]);
  const margin = presentMargin({ figures });
  return {
    from,
    to,
    sales: sum(margin.sold, margin.discounts, margin.elsewhere),
    returns: difference(ZERO, margin.refunds),
    ...leftOf(margin),
    packsWithoutCost: margin.packs_without_cost,
    newPeople,
  };
}
