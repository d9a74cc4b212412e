import * as rows from '#contract/accounts.ts';
import { verb } from '../http/verb.ts';
import { randomUUID } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '../database/database.ts';
import { mailVerificationCode } from './codes.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { insertUser } from './queries.ts';
import { startSession } from './sessions.ts';

export const register = verb(rows.register, async (context, _caller, { email, password }) => {
  refuseWeakPassword(context.config, 'password', password, email);
  const passwordHash = await hashPassword(password);
  const answer = await inTransaction(context.db, async (db) => {
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
  context.log.info({ userId: answer.user.id, ip: context.origin.ip }, 'Registered');
  return answer;
});
