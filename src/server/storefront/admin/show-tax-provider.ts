// Shows an admin the tax provider: its name, the reports to it, and its failures.
import * as rows from '#contract/storefront-taxes.ts';
import { handler } from '../../http/handler.ts';
import { countRecords } from '../../taxes/tax-calculations-queries.ts';
import { listProblems } from '../../taxes/tax-problems-queries.ts';

const PROBLEMS_OF_DAYS = 30;

export const showTaxProvider = handler(rows.showTaxProvider, async ({ db, taxProvider }) => {
  const [records, problems] = await Promise.all([
    countRecords(db),
    listProblems(db, PROBLEMS_OF_DAYS),
  ]);
  return {
    name: taxProvider?.name ?? null,
    recorded: records.recorded,
    reversed: records.reversed,
    waiting: records.waiting,
    waitingSince: records.waiting_since,
    problems: problems.map(({ code, message, times, first_at: firstAt, last_at: lastAt }) => ({
      code,
      message,
      times,
      firstAt,
      lastAt,
    })),
  };
});
