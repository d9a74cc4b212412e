import * as rows from '#contract/wallet.ts';
import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { ZERO } from '#domain/money.ts';
import { quoteTopUp, topUpProblems } from '#domain/top-up.ts';
import { findPause } from '../ledger/ledger-accounts-queries.ts';
import { handler } from '../http/handler.ts';

/** Checks an amount. An invalid one gets a normal response here and not a rejection. */
export const validateTopUp = handler(
  rows.validateTopUp,
  async ({ db, config }, { userId }, { amount, currency }) => {
    const pause = await findPause(db, userId);
    const errors = [
      // Only a dispute prevents a top-up. A debt does not, because the credits can pay it.
      ...(pause === 'dispute' ? [PAUSE_SENTENCES[pause]] : []),
      ...topUpProblems(amount, currency),
    ];
    const quote =
      amount > 0 ? quoteTopUp(amount, config.topUpFee) : { amount, fee: ZERO, total: amount };
    return { valid: errors.length === 0, errors, ...quote };
  },
);
