import type { checkEmail as checkEmailRow, login as loginRow } from '#contract/accounts.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { checkPassword } from './passwords.ts';
import { findUserByEmail, updatePasswordHash } from './queries.ts';
import { startSession } from './sessions.ts';
import {
  forgetWrongPasswords,
  noteFailedSignIn,
  refuseStrangeNetwork,
  spendTry,
} from './sign-in-tries.ts';

export async function checkEmail(
  { db }: Context,
  _caller: unknown,
  { email }: Input<typeof checkEmailRow>,
): Promise<Reply<typeof checkEmailRow>> {
  return { exists: (await findUserByEmail(db, email)) !== null };
}

/**
 * An unknown address is treated like a known one in every step. Only who knows the password learns
 * that an operator locked the account (choice 13).
 */
export async function login(
  context: Context,
  _caller: unknown,
  { email, password }: Input<typeof loginRow>,
): Promise<Reply<typeof loginRow>> {
  const user = await findUserByEmail(context.db, email);
  await refuseStrangeNetwork(context, email, user);
  const { matches, renewed } = await spendTry(context, email, () =>
    checkPassword(password, user?.password_hash ?? null),
  );
  if (user === null || !matches) {
    await noteFailedSignIn(context, email, user);
    throw new Rejection('INVALID_CREDENTIALS');
  }
  await forgetWrongPasswords(context, email);
  if (user.locked_at !== null) throw new Rejection('ACCOUNT_LOCKED');
  if (renewed !== null) await updatePasswordHash(context.db, user, renewed);
  return startSession(context, user);
}
