import type { checkEmail as checkEmailRow, login as loginRow } from '#contract/accounts.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { isPassword } from './passwords.ts';
import { findUserByEmail } from './queries.ts';
import { startSession } from './sessions.ts';

export async function checkEmail(
  { db }: Context,
  _caller: unknown,
  { email }: Input<typeof checkEmailRow>,
): Promise<Reply<typeof checkEmailRow>> {
  return { exists: (await findUserByEmail(db, email)) !== null };
}

/** Only who knows the password learns that an account is locked. */
export async function login(
  context: Context,
  _caller: unknown,
  { email, password }: Input<typeof loginRow>,
): Promise<Reply<typeof loginRow>> {
  const user = await findUserByEmail(context.db, email);
  const matches = await isPassword(password, user?.password_hash ?? null);
  if (user === null || !matches) throw new Rejection('INVALID_CREDENTIALS');
  if (user.locked_at !== null) throw new Rejection('ACCOUNT_LOCKED');
  return startSession(context, user);
}
