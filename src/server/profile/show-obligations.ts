import * as rows from '#contract/profile.ts';
import { verb } from '../http/verb.ts';
import { GRACE_DAYS } from '#domain/leaving.ts';
import { toCents } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { findDeletionDue } from '../accounts/deletions-queries.ts';
import { findCredits, findHoldings } from './profile-queries.ts';
import { readObligations } from './standing.ts';

export const showObligations = verb(rows.showObligations, async ({ db }, { userId }) => {
  const [obligations, credits, holdings, deletionDueAt] = await Promise.all([
    readObligations(db, userId),
    findCredits(db, userId),
    findHoldings(db, userId),
    findDeletionDue(db, userId),
  ]);
  assert(credits !== null, 'a caller has an account');
  return {
    obligations,
    givenUp: {
      credits: toCents(credits),
      availableCards: {
        count: holdings.available,
        marketValue: toCents(holdings.available_value),
      },
      lockedCards: { count: holdings.locked, marketValue: toCents(holdings.locked_value) },
      unopenedPacks: holdings.unopened_packs,
    },
    graceDays: GRACE_DAYS,
    deletionDueAt,
  };
});
