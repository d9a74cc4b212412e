import { randomUUID } from 'node:crypto';
import type { register as row } from '#contract/accounts.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { mailVerificationCode } from './codes.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { insertUser } from './queries.ts';
import { startSession } from './sessions.ts';

export async function register(
  context: Context,
  _caller: unknown,
  { email, password }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  refuseWeakPassword(context.config, 'password', password, email);
  const answer = await openAccount(context, email, await hashPassword(password));
  context.log.info({ userId: answer.user.id, ip: context.origin.ip }, 'Registered');
  return answer;
}

/** Somebody who was not here before, welcomed, written to and signed in. Rejects with EMAIL_ALREADY_EXISTS. */
export async function openAccount(
  context: Context,
  email: string,
  passwordHash: string,
): Promise<Reply<typeof row>> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const user = await insertUser(db, {
      id: randomUUID(),
      email,
      username: email.slice(0, email.indexOf('@')),
      passwordHash,
      role: 'user',
    });
    if (user === null) throw new Rejection('EMAIL_ALREADY_EXISTS');
    await context.ports.welcome(inside, user.id);
    await mailVerificationCode(inside, user);
    return startSession(inside, user);
  });
}
