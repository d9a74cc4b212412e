import * as rows from '#contract/profile.ts';
import { GRACE_DAYS, refuseToLeave } from '#domain/leaving.ts';
import { Rejection } from '#domain/rejection.ts';
import { notify } from '../accounts/notify.ts';
import { provePassword, userOf } from '../accounts/prove-identity.ts';
import { endSessionsOf } from '../accounts/sessions-queries.ts';
import {
  findDeletionDue,
  scheduleDeletion,
  cancelDeletion,
} from '../accounts/deletions-queries.ts';
import { findTwoFactor } from '../accounts/two-factors-queries.ts';
import { proveSecondFactor } from '../accounts/second-factor.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { accountDeletionMail } from '../mail/templates/account-deletion.ts';
import { accountKeptMail } from '../mail/templates/account-kept.ts';
import { endPullsOf } from '../sharing/shared-pulls-queries.ts';
import { readProfile } from './show-profile.ts';
import { readObligations } from './standing.ts';

/**
 * Deletes an account. Its sessions and public pages end at once (choice 576). The data is erased later
 * (`erase-accounts.ts`).
 */
export const deleteAccount = handler(
  rows.deleteAccount,
  async (context, caller, { password, code }) => {
    const { userId } = caller;
    const user = await userOf(context, caller);
    await provePassword(context, user, password);
    if ((await findTwoFactor(context.db, userId))?.is_confirmed) {
      if (code === undefined) throw new Rejection('TWO_FACTOR_REQUIRED');
      await proveSecondFactor(context, user, code);
    }
    const deletionDueAt = await inTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      // Every request that begins a payment or a shipment takes this lock before anything else.
      await lockAccount(db, userId);
      const known = await findDeletionDue(db, userId);
      if (known === null) refuseToLeave(await readObligations(db, userId));
      const dueAt = known ?? (await scheduleDeletion(db, userId, GRACE_DAYS));
      if (dueAt === null) throw new Rejection('UNAUTHORIZED');
      await endSessionsOf(db, userId, null);
      // This comes after the lock on the row of `users`. A request that creates a page holds the same lock until its
      // page exists, so that page ends too.
      await endPullsOf(db, userId);
      if (known === null) {
        const head = letterheadOf(context);
        await notify(inside, userId, 'always', accountDeletionMail({ dueAt, head }));
      }
      return dueAt;
    });
    context.log.info(
      { event: 'deletion_requested', userId, deletionDueAt },
      'User requested the deletion of their account',
    );
    return { deletionDueAt };
  },
);

export const keepAccount = handler(rows.keepAccount, async (context, { userId }) => {
  await inTransaction(context.db, async (db) => {
    if (!(await cancelDeletion(db, userId))) return;
    const head = letterheadOf(context);
    await notify({ ...context, db }, userId, 'always', accountKeptMail({ head }));
    context.log.info(
      { event: 'deletion_cancelled', userId },
      'User cancelled the deletion of their account',
    );
  });
  return readProfile(context.db, userId);
});
