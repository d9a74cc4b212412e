import * as rows from '#contract/accounts-security.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction, postgresError } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { emailChangedMail, emailChangingMail } from '../mail/templates/email-changed.ts';
import { checkCode, mailChangeCode, useCode } from './codes.ts';
import { notify } from './notify.ts';
import { proveIdentity, userOf } from './prove-identity.ts';
import { deleteCodesFor, findAskedEmail } from './one-time-codes-queries.ts';
import { findUserByEmail, updateEmail } from './users-queries.ts';
import { shownUser } from './sessions.ts';

/**
 * Requests a change of address. The account keeps its address until the new address is verified. A
 * mail to the current address warns the account's owner, who may not have made the request.
 */
export const changeEmail = handler(
  rows.changeEmail,
  async (context, caller, { email, password }) => {
    const user = await proveIdentity(context, caller, password);
    if (email === user.email) {
      throw Rejection.ofField('email', 'This is your address already.');
    }
    if ((await findUserByEmail(context.db, email)) !== null) {
      throw new Rejection('EMAIL_ALREADY_EXISTS');
    }
    await inTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      await mailChangeCode(inside, { id: user.id, email });
      const head = letterheadOf(context);
      await notify(inside, user.id, 'always', emailChangingMail({ newEmail: email, head }));
    });
    return { pendingEmail: email };
  },
);

export const confirmEmail = handler(rows.confirmEmail, async (context, caller, { code }) => {
  const email = await findAskedEmail(context.db, caller.userId);
  if (email === null) throw new Rejection('INVALID_CODE');
  const checked = await checkCode(context, { id: caller.userId, email }, 'change_email', code);
  const before = await userOf(context, caller);
  try {
    return await inTransaction(context.db, async (db) => {
      const inside = { ...context, db };
      await useCode(inside, checked);
      // Deletes the codes that were mailed to the old address, because access to that address no
      // longer proves anything.
      await deleteCodesFor(db, before.id, ['verify_email', 'reset_password']);
      const user = await updateEmail(db, before.id, email);
      if (user === null) throw new Rejection('UNAUTHORIZED');
      await compareWithExcluded(inside, user.id);
      const mail = emailChangedMail({ newEmail: email, head: letterheadOf(context) });
      await sendMail(inside, { email: before.email, userId: before.id }, mail);
      context.log.info(
        { event: 'email_changed', userId: user.id },
        'A user changed their e-mail address',
      );
      return { user: shownUser(user) };
    });
  } catch (error) {
    // Another user took the address after the code was mailed.
    if (postgresError(error)?.constraint === 'users_email_unique') {
      throw new Rejection('EMAIL_ALREADY_EXISTS');
    }
    throw error;
  }
});
