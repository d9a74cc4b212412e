// Shows and changes the limits that a person sets for themselves.
import * as rows from '#contract/profile-limits.ts';
import type { ShownLimits } from '#contract/profile-limits.ts';
import {
  checkRaise,
  limitExceeded,
  LIMIT_KINDS,
  stepOfLimit,
  windowOfRaise,
  type OwnLimit,
} from '#domain/own-limits.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { endPayment } from '../card-payments/end-payment.ts';
import { listUndecidedPayments } from '../card-payments/payments-queries.ts';
import { handler } from '../http/handler.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import { findBreak } from '../limits/breaks-queries.ts';
import {
  askForHigherLimit,
  findOwnLimits,
  findSpending,
  setOwnLimit,
} from '../limits/own-limits-queries.ts';
import type { Context } from '../runtime/context.ts';

export const showLimits = handler(rows.showLimits, async (context, { userId }) =>
  readLimits(context, userId),
);

export const setLimits = handler(rows.setLimits, async (context, { userId }, wanted) => {
  await inTransaction(context.db, async (db) => {
    await lockAccount(db, userId);
    const limits = await findOwnLimits(db, userId);
    for (const kind of LIMIT_KINDS) {
      const to = wanted[kind];
      if (to === undefined) continue;
      const { limit, raise } = limits[kind];
      const step = stepOfLimit(limit, to);
      if (step === 'ask') await askForHigherLimit(db, userId, kind, to);
      else if (step === 'set' || raise !== null) await setOwnLimit(db, userId, kind, to);
    }
  });
  context.log.info({ event: 'own_limits_set', userId }, 'A user set their own limits');
  await endPaymentsAboveLimits(context, userId);
  return readLimits(context, userId);
});

export const raiseLimit = handler(rows.raiseLimit, async (context, { userId }, { kind }) => {
  await inTransaction(context.db, async (db) => {
    await lockAccount(db, userId);
    const { raise } = (await findOwnLimits(db, userId))[kind];
    checkRaise(raise, context.now());
    await setOwnLimit(db, userId, kind, raise!.to);
  });
  context.log.info(
    { event: 'own_limit_raised', userId, kind },
    'A user confirmed a higher limit of their own',
  );
  return readLimits(context, userId);
});

/**
 * Ends open payments, newest first, until the remaining payments are within the limits. It runs outside transactions.
 */
async function endPaymentsAboveLimits(context: Context, userId: string): Promise<void> {
  const { db } = context;
  if (context.cardProvider === null) return;
  const limits = await findOwnLimits(db, userId);
  const open = await listUndecidedPayments(db, userId, ['order', 'top_up']);
  for (const payment of open.toReversed()) {
    if (limitExceeded(limits, await findSpending(db, userId)) === null) return;
    await endPayment(context, payment);
  }
}

/** Returns a person's limits and break in the contract's form. */
export async function readLimits(
  { db, now }: Pick<Context<Database>, 'db' | 'now'>,
  userId: string,
): Promise<ShownLimits> {
  const [limits, spent, found] = await Promise.all([
    findOwnLimits(db, userId),
    findSpending(db, userId),
    findBreak(db, userId),
  ]);
  const shown = <Amount extends number>({ limit, raise }: OwnLimit<Amount>, used: Amount) => {
    const times = raise && windowOfRaise(raise.askedAt);
    if (times === null || now().getTime() >= times.untilMs) return { limit, used, raise: null };
    const [from, until] = [new Date(times.fromMs), new Date(times.untilMs)];
    return { limit, used, raise: { to: raise!.to, from, until } };
  };
  return {
    day: shown(limits.day, spent.day),
    week: shown(limits.week, spent.week),
    month: shown(limits.month, spent.month),
    packs: shown(limits.packs, spent.packs),
    break: found,
  };
}
