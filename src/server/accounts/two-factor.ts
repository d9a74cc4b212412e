import * as rows from '#contract/accounts-security.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { twoFactorOffMail, twoFactorOnMail } from '../mail/templates/two-factor.ts';
import { notify } from './notify.ts';
import { proveIdentity, provePassword, userOf } from './prove-identity.ts';
import {
  deleteTwoFactor,
  findTwoFactor,
  insertTwoFactor,
  replaceRecoveryCodes,
  turnOnTwoFactor,
} from './two-factors-queries.ts';
import { proveTwoFactorToken, useTwoFactorToken } from './two-factor-token.ts';
import { makeRecoveryCodes, makeSecret, proveSecondFactor, stepOfCode } from './second-factor.ts';

const ON_ALREADY = 'Two-factor sign-in is on already.';

/**
 * Starts the set-up of a second factor. Each request makes a new secret and voids the secret of the
 * previous request.
 */
export const setUpTwoFactor = handler(rows.setUpTwoFactor, async (context, caller, input) => {
  const user = await proveIdentity(context, caller, input.password);
  await proveTwoFactorToken(context, caller, input.token);
  const { secret, otpauthUrl, sealed } = makeSecret(context, user);
  if (!(await insertTwoFactor(context.db, user.id, sealed))) {
    throw new Rejection('INVALID_TRANSITION', ON_ALREADY);
  }
  return { secret, otpauthUrl };
});

/** Activates the second factor if a code proves that the app has the secret. */
export const confirmTwoFactor = handler(rows.confirmTwoFactor, async (context, caller, input) => {
  const user = await userOf(context, caller);
  const begun = await findTwoFactor(context.db, user.id);
  if (begun === null) throw new Rejection('INVALID_TRANSITION', 'Start the set-up first.');
  if (begun.is_confirmed) throw new Rejection('INVALID_TRANSITION', ON_ALREADY);
  if (begun.is_too_old) {
    throw new Rejection('CODE_EXPIRED', 'This set-up has expired. Please start again.');
  }
  const step = stepOfCode(context, user, begun.sealed_secret, input.code);
  if (step === null) throw new Rejection('INVALID_CODE');
  const { recoveryCodes, hashes } = makeRecoveryCodes(context, user.id);
  await inTransaction(context.db, async (db) => {
    if (!(await turnOnTwoFactor(db, user.id, begun.sealed_secret, step))) {
      throw new Rejection('INVALID_TRANSITION', ON_ALREADY);
    }
    await useTwoFactorToken({ ...context, db }, caller, input.token);
    await replaceRecoveryCodes(db, user.id, hashes);
    const mail = twoFactorOnMail(letterheadOf(context));
    await notify({ ...context, db }, user.id, 'always', mail);
  });
  context.log.info(
    { event: 'two_factor_on', userId: user.id },
    'A user turned on their second factor',
  );
  return { recoveryCodes };
});

export const turnOffTwoFactor = handler(
  rows.turnOffTwoFactor,
  async (context, caller, { password, code }) => {
    const user = await userOf(context, caller);
    await provePassword(context, user, password);
    if (!(await findTwoFactor(context.db, user.id))?.is_confirmed) {
      throw new Rejection('INVALID_TRANSITION', 'Two-factor sign-in is not on.');
    }
    await proveSecondFactor(context, user, code);
    await inTransaction(context.db, async (db) => {
      await deleteTwoFactor(db, user.id);
      const mail = twoFactorOffMail(letterheadOf(context));
      await notify({ ...context, db }, user.id, 'always', mail);
    });
    context.log.info(
      { event: 'two_factor_off', userId: user.id },
      'A user turned off their second factor',
    );
    return null;
  },
);
