// An operator must set up a second factor before their role has any effect. A thief may know the
// password, so the first set-up also requires a token from another admin, or from the person who
// runs the machine (choice 151).
import { createHmac, randomBytes } from 'node:crypto';
import type { Caller, Role } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { readSecondFactor, RECOVERY_BYTES, writeRecoveryCode } from '#domain/two-factor.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import {
  deleteTwoFactorToken,
  hasTwoFactorToken,
  replaceTwoFactorToken,
} from './two-factor-tokens-queries.ts';

/** Whether a user's role has no effect yet because the user has no second factor. */
export function awaitsTwoFactor(
  { config }: Pick<Context, 'config'>,
  { role, has_two_factor: hasTwoFactor }: { role: Role; has_two_factor: boolean },
): boolean {
  return config.production && role !== 'user' && !hasTwoFactor;
}

/**
 * Makes a token for an operator without a second factor, and voids the operator's previous token.
 * The token looks like a recovery code.
 */
export async function makeTwoFactorToken(
  context: Context<Transaction>,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = writeRecoveryCode(randomBytes(RECOVERY_BYTES));
  const expiresAt = await replaceTwoFactorToken(context.db, userId, hashOf(context, userId, token));
  assert(expiresAt !== null, 'who waits for a token has an account');
  return { token, expiresAt };
}

/** Rejects with VALIDATION_ERROR if the caller needs a token and has no valid one. */
export async function proveTwoFactorToken(
  context: Context,
  caller: Caller,
  token: string | undefined,
): Promise<void> {
  await judgeToken(context, caller, token, (hash) =>
    hasTwoFactorToken(context.db, caller.userId, hash),
  );
}

/** Like `proveTwoFactorToken`, but also uses up the token. */
export async function useTwoFactorToken(
  context: Context<Transaction>,
  caller: Caller,
  token: string | undefined,
): Promise<void> {
  await judgeToken(context, caller, token, (hash) =>
    deleteTwoFactorToken(context.db, caller.userId, hash),
  );
}

async function judgeToken(
  context: Context,
  caller: Caller,
  token: string | undefined,
  isGood: (hash: string) => Promise<boolean>,
): Promise<void> {
  if (!caller.awaitsTwoFactor) return;
  if (token === undefined) throw Rejection.ofField('token', 'Token is required');
  if (await isGood(hashOf(context, caller.userId, token))) return;
  throw Rejection.ofField('token', 'This token is not good, or not any more. Ask for a new one.');
}

function hashOf({ config }: Pick<Context, 'config'>, userId: string, token: string): string {
  return createHmac('sha256', `two-factor token:${config.authSecret}`)
    .update(`${userId} ${readSecondFactor(token).code}`)
    .digest('base64url');
}
