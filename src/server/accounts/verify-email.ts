import * as rows from '#contract/accounts.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import { checkCode, mailVerificationCode, useCode } from './codes.ts';
import { findUserByEmail, markEmailVerified } from './users-queries.ts';
import { shownUser } from './sessions.ts';

export const verifyEmail = handler(rows.verifyEmail, async (context, _caller, { email, code }) => {
  const user = await findUserByEmail(context.db, email);
  if (user === null) throw new Rejection('USER_NOT_FOUND');
  const checked = await checkCode(context, user, 'verify_email', code);
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    await useCode(inside, checked);
    const verified = await markEmailVerified(db, user.id, user.email);
    if (verified === null) throw new Rejection('INVALID_CODE');
    await compareWithExcluded(inside, user.id);
    return { verified: true, user: shownUser(verified) };
  });
});

/** Mails a new code. If the address is already verified, sends no mail, but the response is the same. */
export const resendCode = handler(rows.resendCode, async (context, _caller, { email }) => {
  const user = await findUserByEmail(context.db, email);
  if (user === null) throw new Rejection('USER_NOT_FOUND');
  if (user.email_verified_at === null) {
    await inTransaction(context.db, (db) => mailVerificationCode({ ...context, db }, user));
  }
  return null;
});
