// Before a user changes how the account is protected, the shop requires the password once more,
// because the session may have been left open or stolen.
import type { Caller } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { PROOFS_OF_ACCOUNT } from '#domain/throttle.ts';
import { throttleCall, throttleEvent } from '../http/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { askerOf, checkPassword } from './passwords.ts';
import { findUser, type UserRow } from './users-queries.ts';
import { isSessionYoung } from './sessions-queries.ts';
import { forgetTries, noteFailedSignIn, withCountedTry } from './sign-in-tries.ts';

/**
 * For this many minutes after a sign-in or registration, the user need not enter the password again
 * (choice 65).
 */
const FRESH_MINUTES = 10;

/** The caller's row of `users`. */
export async function userOf({ db }: Context, caller: Caller): Promise<UserRow> {
  const user = await findUser(db, caller.userId);
  assert(user !== null, 'a caller has an account');
  return user;
}

/**
 * Checks a user's password. Rejects with INVALID_CREDENTIALS if the password is wrong, and with
 * RATE_LIMITED after too many tries. Do not call this function inside a transaction, because a
 * rollback would undo the count of tries.
 */
export async function provePassword(
  context: Context,
  user: UserRow,
  password: string,
): Promise<void> {
  await throttleEvent(context, 'proofs_of_account', user.id, PROOFS_OF_ACCOUNT);
  await throttleCall(context, 'proof');
  const { matches } = await withCountedTry(context, 'wrong_passwords', user.email, () =>
    checkPassword(password, user.password_hash, askerOf(context, user.email)),
  );
  if (!matches) {
    await noteFailedSignIn(context, 'wrong_passwords', user.email, user);
    throw new Rejection('INVALID_CREDENTIALS');
  }
  await forgetTries(context, 'wrong_passwords', user.email);
}

/**
 * Like `provePassword`, but accepts a missing password if the session is younger than
 * FRESH_MINUTES. If the session is older and the password is missing, rejects with
 * VALIDATION_ERROR.
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
