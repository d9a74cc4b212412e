import type { Input, Reply } from '#contract/endpoint.ts';
import type { validateTopUp as row } from '#contract/wallet.ts';
import type { Caller } from '#domain/access.ts';
import { ZERO } from '#domain/money.ts';
import { quoteTopUp, topUpProblems } from '#domain/top-up.ts';
import type { Context } from '../runtime/context.ts';

/** An amount that can't be bought is an answer here, not a rejection. */
export async function validateTopUp(
  _context: Context,
  _caller: Caller,
  { amount, currency }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const errors = topUpProblems(amount, currency);
  const quote = amount > 0 ? quoteTopUp(amount) : { amount, fee: ZERO, total: amount };
  return { valid: errors.length === 0, errors, ...quote };
}
