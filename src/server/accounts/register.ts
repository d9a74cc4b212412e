import { randomUUID } from 'node:crypto';
import * as rows from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { checkConsents, consentsToGive, type Consent } from '#domain/consent.ts';
import { isPreciseRegion, type Region } from '#domain/region.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { compareNewAddress } from '../limits/exclusion-marks.ts';
import { mailVerificationCode } from './codes.ts';
import { insertConsents } from './consents-queries.ts';
import { askerOf, hashPassword, refuseWeakPassword } from './passwords.ts';
import { insertUser } from './users-queries.ts';
import type { Context } from '../runtime/context.ts';
import { startSession } from './sessions.ts';

export const register = handler(
  rows.register,
  async (context, _caller, { email, password, consents = [], region = '' }) => {
    const wanted = consentsToGive('sign_up', context.settings.legal());
    checkConsents(wanted, consents);
    refuseWeakPassword(context, 'password', password, email);
    const passwordHash = await hashPassword(password, askerOf(context, email));
    const livesIn = isPreciseRegion(region) ? region : null;
    const session = await openAccount(context, email, passwordHash, wanted, livesIn);
    context.log.info(
      { event: 'registered', userId: session.user.id, ip: context.origin.ip },
      'A user registered',
    );
    return session;
  },
);

/**
 * Creates an account, mails its owner, and signs the owner in. `consents` has the texts that the
 * owner accepted, and `livesIn` is where the owner says that they live. Rejects with
 * EMAIL_ALREADY_EXISTS.
 */
export async function openAccount(
  context: Context,
  email: string,
  passwordHash: string,
  consents: Consent[] = [],
  livesIn: Region | null = null,
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
    if (consents.length > 0) await insertConsents(db, user.id, 'sign_up', consents);
    await compareNewAddress(inside, user.id, email);
    await context.ports.welcome(inside, user.id, livesIn);
    await mailVerificationCode(inside, user);
    return startSession(inside, user);
  });
}
