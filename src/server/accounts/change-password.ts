import { setTimeout as wait } from 'node:timers/promises';
import * as rows from '#contract/accounts-security.ts';
import { checkConsents, consentsToGive } from '#domain/consent.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { passwordChangedMail } from '../mail/templates/password-changed.ts';
import { twoFactorOffMail } from '../mail/templates/two-factor.ts';
import type { Context } from '../runtime/context.ts';
import { insertConsents } from './consents-queries.ts';
import { checkCode, mailResetCode, useCode } from './codes.ts';
import { notify } from './notify.ts';
import { askerOf, hashPassword, refuseWeakPassword } from './passwords.ts';
import { provePassword, userOf } from './prove-identity.ts';
import { deleteCodesFor } from './one-time-codes-queries.ts';
import { endSessionsOf } from './sessions-queries.ts';
import { findUserByEmail, updatePassword, type UserRow } from './users-queries.ts';
import { forgetFailedSignIns } from './sign-in-tries.ts';
import { deleteStrangersTwoFactor } from './two-factors-queries.ts';

/**
 * Minimum response time in milliseconds. It is much longer than the work for a known address takes.
 */
const RESPONSE_MS_LEAST = 300;

/**
 * Mails a code for a new password. Neither the response nor its timing reveals whether an address
 * has an account.
 */
export const forgotPassword = handler(rows.forgotPassword, async (context, _caller, { email }) => {
  await Promise.all([mailCodeIfKnown(context, email), wait(RESPONSE_MS_LEAST)]);
  return null;
});

async function mailCodeIfKnown(context: Context, email: string): Promise<void> {
  const user = await findUserByEmail(context.db, email);
  if (user === null) return;
  try {
    await inTransaction(context.db, (db) => mailResetCode({ ...context, db }, user));
  } catch (error) {
    // Hides RATE_LIMITED ("a code was mailed a moment ago"), because it would reveal that the
    // account exists.
    if (!(error instanceof Rejection && error.code === 'RATE_LIMITED')) throw error;
  }
}

/** Sets a new password if the code, which was mailed to the account's address, is right. Ends all sessions. */
export const resetPassword = handler(
  rows.resetPassword,
  async (context, _caller, { email, code, password, consents = [] }) => {
    refuseWeakPassword(context, 'password', password, email);
    const user = await findUserByEmail(context.db, email);
    if (user === null) throw new Rejection('INVALID_CODE');
    const checked = await checkCode(context, user, 'reset_password', code);
    // The owner of an imported account accepts now what others accept when they sign up.
    const wanted = user.awaits_password ? consentsToGive('sign_up', context.settings.legal()) : [];
    checkConsents(wanted, consents);
    const passwordHash = await hashPassword(password, askerOf(context, email));
    await inTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      await useCode(inside, checked);
      if (wanted.length > 0) await insertConsents(db, user.id, 'sign_up', wanted);
      await dropStrangersTwoFactor(inside, user);
      await storePassword(inside, user, passwordHash, {
        provenEmail: user.email,
        ownSession: null,
      });
    });
    await forgetFailedSignIns(context, email);
    context.log.info(
      { event: 'password_reset', userId: user.id },
      'A user set a new password with a mailed code',
    );
    return null;
  },
);

/**
 * Removes a second factor that was set up before the account's address was verified. A stranger
 * could register with somebody else's address, and lock out the owner of the address by a second
 * factor. The mailed code is the first proof of who owns the address (choice 179).
 */
async function dropStrangersTwoFactor(
  context: Context<Transaction>,
  { id }: UserRow,
): Promise<void> {
  if (!(await deleteStrangersTwoFactor(context.db, id))) return;
  await notify(context, id, 'always', twoFactorOffMail(letterheadOf(context)));
  context.log.warn(
    { event: 'second_factor_dropped', userId: id },
    'Second factor removed: it was turned on before the e-mail address was verified',
  );
}

export const changePassword = handler(
  rows.changePassword,
  async (context, caller, { currentPassword, newPassword }) => {
    const user = await userOf(context, caller);
    refuseWeakPassword(context, 'newPassword', newPassword, user.email);
    await provePassword(context, user, currentPassword);
    const passwordHash = await hashPassword(newPassword, askerOf(context, user.email));
    await inTransaction(context.db, async (db) => {
      const ownSession = caller.sessionId;
      await storePassword({ ...context, db }, user, passwordHash, {
        provenEmail: null,
        ownSession,
      });
    });
    context.log.info(
      { event: 'password_changed', userId: user.id },
      'A user changed their password',
    );
    return null;
  },
);

/**
 * Stores a new password and notifies the user. Ends all sessions except `ownSession`, and deletes
 * the user's codes for a new password and for a change of address.
 */
async function storePassword(
  context: Context<Transaction>,
  { id }: UserRow,
  passwordHash: string,
  how: { provenEmail: string | null; ownSession: string | null },
): Promise<void> {
  const { db } = context;
  const isStored = await updatePassword(db, id, passwordHash, how.provenEmail);
  if (!isStored) throw new Rejection('UNAUTHORIZED');
  await endSessionsOf(db, id, how.ownSession);
  await deleteCodesFor(db, id, ['reset_password', 'change_email']);
  if (how.provenEmail !== null) await compareWithExcluded(context, id);
  await notify(context, id, 'always', passwordChangedMail(letterheadOf(context)));
}
