// Before what guards an account changes, its password is asked for once more: a session that somebody left
// open, or took, is not enough.
import type { Caller } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { PROOFS_OF_ACCOUNT } from '#domain/throttle.ts';
import { throttleCall, throttleEvent } from '../http/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { askerOf, checkPassword } from './passwords.ts';
import { findUser, type UserRow } from './users-queries.ts';
import { isSessionYoung } from './sessions-queries.ts';
import { forgetTries, noteFailedSignIn, spendTry } from './sign-in-tries.ts';

/** Minutes for which the password of a sign-in or a registration still speaks for itself (choice 65). */
const FRESH_MINUTES = 10;

/** The caller's own row. */
export async function userOf({ db }: Context, caller: Caller): Promise<UserRow> {
  const user = await findUser(db, caller.userId);
  assert(user !== null, 'a caller has an account');
  return user;
}

/**
 * Rejects with INVALID_CREDENTIALS, or with RATE_LIMITED after too many wrong passwords or too many at all. Not inside a
 * transaction, which would forget the try.
 */
export async function provePassword(
  context: Context,
  user: UserRow,
  password: string,
): Promise<void> {
  await throttleEvent(context, 'proofs_of_account', user.id, PROOFS_OF_ACCOUNT);
  await throttleCall(context, 'proof');
  const { matches } = await spendTry(context, 'wrong_passwords', user.email, () =>
    checkPassword(password, user.password_hash, askerOf(context, user.email)),
  );
  if (!matches) {
    await noteFailedSignIn(context, 'wrong_passwords', user.email, user);
    throw new Rejection('INVALID_CREDENTIALS');
  }
  await forgetTries(context, 'wrong_passwords', user.email);
}

/**
 * The same where the password may be left out: then the session has to be young. Rejects with
 * VALIDATION_ERROR too, when it is not.
 */
export async function proveIdentity(
  context: Context,
  caller: Caller,
  password: string | undefined,
): Promise<UserRow> {
  const user = await userOf(context, caller);
  if (password !== undefined) {
    await provePassword(context, user, password);
  } else if (!(await isSessionYoung(context.db, caller.sessionId, FRESH_MINUTES))) {
    throw Rejection.ofField('password', 'Password is required');
  }
  return user;
}
