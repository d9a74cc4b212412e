import * as rows from '#contract/accounts.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { nameDevice, readDevice } from '#domain/device.ts';
import { Rejection } from '#domain/rejection.ts';
import { networkOf } from '#domain/throttle.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { newSignInMail } from '../mail/templates/new-sign-in.ts';
import type { Context } from '../runtime/context.ts';
import { notify } from './notify.ts';
import { askerOf, checkPassword } from './passwords.ts';
import { findTwoFactor } from './two-factors-queries.ts';
import {
  findUserByEmail,
  lockUserWithPassword,
  updatePasswordHash,
  type UserRow,
} from './users-queries.ts';
import { listPlacesOfSessions } from './sessions-queries.ts';
import { proveSecondFactor } from './second-factor.ts';
import { startSession } from './sessions.ts';
import {
  forgetTries,
  noteFailedSignIn,
  refuseStrangeNetwork,
  withCountedTry,
} from './sign-in-tries.ts';

export const checkEmail = handler(rows.checkEmail, async ({ db }, _caller, { email }) => {
  return { exists: (await findUserByEmail(db, email)) !== null };
});

/**
 * Signs a caller in. An unknown address goes through the same steps as a known address. Only a
 * caller with the right password learns that an operator locked the account (choice 13), or that
 * the account has a second factor.
 */
export const login = handler(rows.login, (context, _caller, input) => signIn(context, input));

async function signIn(
  context: Context,
  input: Input<typeof rows.login>,
): Promise<Reply<typeof rows.login>> {
  const { email, password, code } = input;
  const user = await findUserByEmail(context.db, email);
  await refuseStrangeNetwork(context, email, user);
  const { matches, renewed } = await withCountedTry(context, 'wrong_passwords', email, () =>
    checkPassword(password, user?.password_hash ?? null, askerOf(context, email)),
  );
  if (user === null || !matches) {
    await noteFailedSignIn(context, 'wrong_passwords', email, user);
    throw new Rejection('INVALID_CREDENTIALS');
  }
  await forgetTries(context, 'wrong_passwords', email);
  if (user.locked_at !== null) {
    context.log.warn(
      { event: 'locked_account_refused', userId: user.id, ip: context.origin.ip },
      'Sign-in refused: account is locked',
    );
    throw new Rejection('ACCOUNT_LOCKED');
  }
  const hasSecondFactor = (await findTwoFactor(context.db, user.id))?.is_confirmed === true;
  if (hasSecondFactor) {
    if (code === undefined) throw new Rejection('TWO_FACTOR_REQUIRED');
    await proveSecondFactor(context, user, code);
  }
  const session = await inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    if (renewed !== null) await updatePasswordHash(db, user, renewed);
    // Locks the password hash, because a password change ends all existing sessions. A concurrent
    // change either ends this new session as well, or makes this function start again.
    if (!(await lockUserWithPassword(db, user.id, renewed ?? user.password_hash))) return null;
    await tellOfNewPlace(inside, user);
    return startSession(inside, user);
  });
  // The password changed after it was checked, so the sign-in starts again.
  if (session === null) return signIn(context, input);
  const { ip } = context.origin;
  context.log.info(
    { event: 'signed_in', userId: user.id, ip, secondFactor: hasSecondFactor },
    'A user signed in',
  );
  return session;
}

/** Mails the owner if nobody has signed in to the account from this network with this browser before. */
async function tellOfNewPlace(context: Context<Transaction>, user: UserRow): Promise<void> {
  const { db, now, origin } = context;
  const network = networkOf(origin.ip);
  const device = nameDevice(readDevice(origin.userAgent));
  const places = await listPlacesOfSessions(db, user.id);
  const isKnown = places.some(
    ({ ip, user_agent }) =>
      networkOf(ip) === network && nameDevice(readDevice(user_agent)) === device,
  );
  if (isKnown) return;
  await notify(
    context,
    user.id,
    'always',
    newSignInMail({ device, network, at: now(), head: letterheadOf(context) }),
  );
}
