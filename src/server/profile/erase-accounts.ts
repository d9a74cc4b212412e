// A job that erases accounts whose owners requested it and did not come back in time. The ledger keeps all transfers,
// with the ids of the accounts but without names (choice 78).
import { deleteLapsedInvitations } from '../accounts/admin/staff-queries.ts';
import { deleteMailsTo } from '../mail/mails-queries.ts';
import {
  eraseUser,
  listAccountsToErase,
  lockAccountToErase,
} from '../accounts/deletions-queries.ts';
import { deleteCodesOf } from '../accounts/one-time-codes-queries.ts';
import { forgetSessionsOf } from '../accounts/sessions-queries.ts';
import { deleteTwoFactorTokenOf } from '../accounts/two-factor-tokens-queries.ts';
import { deleteTwoFactor } from '../accounts/two-factors-queries.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { deleteKeysOf } from '../http/idempotency-keys-queries.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import type { Context } from '../runtime/context.ts';
import { forgetAllPaymentMethods } from '../wallet/payment-methods.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import { deleteNotesOf } from '../wallet/transactions-queries.ts';
import { listPaymentMethodsOf } from '../card-payments/payment-methods-queries.ts';
import { readObligations } from './standing.ts';

/**
 * Erases the accounts that are due, and the addresses of people whose invitation to work in the shop has lapsed. If an
 * account's owner still owes or expects something, the account waits. If erasing fails, the next run tries it again.
 */
export async function eraseAccounts(
  context: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const run = { done: 0, failed: 0 };
  await deleteLapsedInvitations(context.db);
  for (const userId of await listAccountsToErase(context.db)) {
    signal?.throwIfAborted();
    try {
      if (await eraseAccount(context, userId)) {
        run.done += 1;
        context.log.info(
          { event: 'account_erased', userId },
          'Account erased after its owner requested that',
        );
      }
    } catch (error) {
      run.failed += 1;
      context.log.error(
        { event: 'erasure_failed', err: error, userId },
        'Could not erase an account, will retry',
      );
    }
  }
  return run;
}

/** Erases an account unless something holds it back, and returns whether it was erased. */
async function eraseAccount(context: Context, userId: string): Promise<boolean> {
  // `isHeldBack` runs here, and again inside the transaction. It must run before saved cards are deleted, because
  // deleted cards can't be restored.
  if (await isHeldBack(context, userId)) return false;
  await forgetAllPaymentMethods(context, userId);
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    await lockAccount(db, userId);
    const email = await lockAccountToErase(db, userId);
    if (email === null || (await isHeldBack(inside, userId))) return false;
    // If a card was saved in the meantime, the next run first deletes that card at the card provider.
    if ((await listPaymentMethodsOf(db, userId)).length > 0) return false;
    await deleteMailsTo(db, { userId, email });
    await deleteKeysOf(db, userId);
    await deleteNotesOf(db, userId);
    for (const erase of context.ports.erasures) await erase(inside, userId);
    await eraseSignIns(db, userId);
    await eraseUser(db, userId);
    publishEvents(db, { type: 'person.erased', data: { userId } });
    return true;
  });
}

/** Deletes a user's sessions, codes and second factor. */
async function eraseSignIns(db: Transaction, userId: string): Promise<void> {
  await forgetSessionsOf(db, userId);
  await deleteCodesOf(db, userId);
  await deleteTwoFactor(db, userId);
  await deleteTwoFactorTokenOf(db, userId);
}

async function isHeldBack(context: Context, userId: string): Promise<boolean> {
  const obligations = await readObligations(context.db, userId);
  if (obligations.length === 0) return false;
  const waitsFor = obligations.map(({ kind, id }) => ({ kind, id }));
  context.log.info(
    { event: 'erasure_waits', userId, waitsFor },
    'Account not erased yet: it has open obligations, will retry',
  );
  return true;
}
