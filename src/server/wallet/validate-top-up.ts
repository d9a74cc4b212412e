import * as rows from '#contract/wallet.ts';
import { ZERO } from '#domain/money.ts';
import { quoteTopUp, topUpProblems } from '#domain/top-up.ts';
import { verb } from '../http/verb.ts';

/** An amount that can't be bought is an answer here, not a rejection. */
export const validateTopUp = verb(
  rows.validateTopUp,
  async (_context, _caller, { amount, currency }) => {
    const errors = topUpProblems(amount, currency);
    const quote = amount > 0 ? quoteTopUp(amount) : { amount, fee: ZERO, total: amount };
    return { valid: errors.length === 0, errors, ...quote };
  },
);
