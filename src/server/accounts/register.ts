import { randomUUID } from 'node:crypto';
import * as rows from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '../database/database.ts';
import { verb } from '../http/verb.ts';
import { mailVerificationCode } from './codes.ts';
import { askerOf, hashPassword, refuseWeakPassword } from './passwords.ts';
import { insertUser } from './users-queries.ts';
import type { Context } from '../runtime/context.ts';
import { startSession } from './sessions.ts';

export const register = verb(rows.register, async (context, _caller, { email, password }) => {
  refuseWeakPassword(context, 'password', password, email);
  const passwordHash = await hashPassword(password, askerOf(context, email));
  const answer = await openAccount(context, email, passwordHash);
  context.log.info({ userId: answer.user.id, ip: context.origin.ip }, 'Registered');
  return answer;
});

/** Somebody who was not here before, welcomed, written to and signed in. Rejects with EMAIL_ALREADY_EXISTS. */
export async function openAccount(
  context: Context,
  email: string,
  passwordHash: string,
): Promise<Reply<typeof rows.register>> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const user = await insertUser(db, {
      id: randomUUID(),
      email,
      username: email.slice(0, email.indexOf('@')),
      passwordHash,
      role: 'user',
      isVerified: false,
    });
    if (user === null) throw new Rejection('EMAIL_ALREADY_EXISTS');
    await context.ports.welcome(inside, user.id);
    await mailVerificationCode(inside, user);
    return startSession(inside, user);
  });
}
