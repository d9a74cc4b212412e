import * as rows from '#contract/profile.ts';
import { GRACE_DAYS } from '#domain/leaving.ts';
import { assert } from '#domain/rejection.ts';
import { findDeletionDue } from '../accounts/deletions-queries.ts';
import { handler } from '../http/handler.ts';
import { findBalanceOf } from '../ledger/ledger-accounts-queries.ts';
import { findHoldings } from './profile-queries.ts';
import { readObligations } from './standing.ts';

export const showObligations = handler(rows.showObligations, async ({ db }, { userId }) => {
  const [obligations, credits, holdings, deletionDueAt] = await Promise.all([
    readObligations(db, userId),
    findBalanceOf(db, userId),
    findHoldings(db, userId),
    findDeletionDue(db, userId),
  ]);
  assert(credits !== null, 'a caller has an account');
  return {
    obligations,
    givenUp: {
      credits: credits,
      availableCards: {
        count: holdings.available,
        marketValue: holdings.available_value,
      },
      lockedCards: { count: holdings.locked, marketValue: holdings.locked_value },
      unopenedPacks: holdings.unopened_packs,
    },
    graceDays: GRACE_DAYS,
    deletionDueAt,
  };
});
