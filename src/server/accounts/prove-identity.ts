// Before what guards an account changes, its password is asked for once more: a session that somebody left
// open, or took, is not enough.
import type { Caller } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { checkPassword } from './passwords.ts';
import { findUser, type UserRow } from './queries.ts';
import { forgetWrongPasswords, noteFailedSignIn, spendTry } from './sign-in-tries.ts';

/** The caller's own row. */
export async function userOf({ db }: Context, caller: Caller): Promise<UserRow> {
  const user = await findUser(db, caller.userId);
  assert(user !== null, 'a caller has an account');
  return user;
}

/**
 * Rejects with INVALID_CREDENTIALS, or with RATE_LIMITED after too many wrong passwords. Not inside a
 * transaction, which would forget the try.
 */
export async function provePassword(
  context: Context,
  user: UserRow,
  password: string,
): Promise<void> {
  const { matches } = await spendTry(context, user.email, () =>
    checkPassword(password, user.password_hash),
  );
  if (!matches) {
    await noteFailedSignIn(context, user.email, user);
    throw new Rejection('INVALID_CREDENTIALS');
  }
  await forgetWrongPasswords(context, user.email);
}
