// The second factor is a code from an authenticator app or a recovery code. The secrets that the
// app shares with the shop are stored encrypted; recovery codes are stored as keyed hashes.
import { createHmac, randomBytes } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import {
  readSecondFactor,
  RECOVERY_BYTES,
  RECOVERY_CODES,
  TOTP,
  TOTP_STEPS_AROUND,
  writeRecoveryCode,
} from '#domain/two-factor.ts';
import * as otpauth from 'otpauth';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { recoveryCodeUsedMail } from '../mail/templates/recovery-code-used.ts';
import type { Context } from '../runtime/context.ts';
import { seal, unseal, type SealedFor } from '../runtime/sealed-secret.ts';
import { notify } from './notify.ts';
import { findTwoFactor, useRecoveryCode, useTotpStep } from './two-factors-queries.ts';
import type { UserRow } from './users-queries.ts';
import { forgetTries, noteFailedSignIn, withCountedTry } from './sign-in-tries.ts';

const SECRET_BYTES = 20; // A secret has the length of the hash function's output, as RFC 4226 recommends.

const sealedFor = (userId: string): SealedFor => ({ purpose: 'two-factor secrets', owner: userId });

function totpOf(secret: otpauth.Secret, email: string, issuer: string): otpauth.TOTP {
  const { algorithm, digits, periodS } = TOTP;
  return new otpauth.TOTP({
    issuer,
    label: email,
    secret,
    algorithm,
    digits,
    period: periodS,
  });
}

/** Makes a secret in three forms: `secret` to type, `otpauthUrl` for the app, and `sealed` to store. */
export function makeSecret(
  { config, settings }: Context,
  user: UserRow,
): { secret: string; otpauthUrl: string; sealed: string } {
  const secret = new otpauth.Secret({ size: SECRET_BYTES });
  return {
    secret: secret.base32,
    otpauthUrl: totpOf(secret, user.email, settings.now().name).toString(),
    sealed: seal(config.authSecret, sealedFor(user.id), Buffer.from(secret.bytes)),
  };
}

/** Returns the time step of a code, if the shop accepts this step now. Returns null if the code is wrong. */
export function stepOfCode(
  { config, now }: Context,
  user: UserRow,
  sealedSecret: string,
  code: string,
): number | null {
  // The library throws if a code is not six bytes long. Six characters outside of ASCII would be
  // more than six bytes.
  if (!/^[0-9]+$/.test(code)) return null;
  const buffer = new Uint8Array(unseal(config.authSecret, sealedFor(user.id), sealedSecret)).buffer;
  const timestamp = now().getTime();
  // The label, which is the user's address, does not affect the codes.
  const delta = totpOf(new otpauth.Secret({ buffer }), user.email, '').validate({
    token: code,
    window: TOTP_STEPS_AROUND,
    timestamp,
  });
  return delta === null ? null : otpauth.TOTP.counter({ period: TOTP.periodS, timestamp }) + delta;
}

/** Makes new recovery codes, and the hashes that the database stores. */
export function makeRecoveryCodes({ config }: Context, userId: string) {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    writeRecoveryCode(randomBytes(RECOVERY_BYTES)),
  );
  const hashes = recoveryCodes.map((code) =>
    hashRecoveryCode(config.authSecret, userId, readSecondFactor(code).code),
  );
  return { recoveryCodes, hashes };
}

function hashRecoveryCode(authSecret: string, userId: string, code: string): string {
  return createHmac('sha256', `recovery:${authSecret}`)
    .update(`${userId} ${code}`)
    .digest('base64url');
}

/**
 * Checks a code from an app or a recovery code, and uses the code up. Each code is accepted only
 * once. Wrong codes count as failed sign-ins. Rejects with INVALID_CODE, and with RATE_LIMITED
 * after too many wrong codes.
 */
export async function proveSecondFactor(
  context: Context,
  user: UserRow,
  typed: string,
): Promise<void> {
  const isRight = await withCountedTry(context, 'wrong_codes', user.email, () =>
    inTransaction(context.db, (db) => useSecondFactor({ ...context, db }, user, typed)),
  );
  if (!isRight) {
    await noteFailedSignIn(context, 'wrong_codes', user.email, user);
    throw new Rejection('INVALID_CODE');
  }
  await forgetTries(context, 'wrong_codes', user.email);
}

async function useSecondFactor(
  context: Context<Transaction>,
  user: UserRow,
  typed: string,
): Promise<boolean> {
  const { db, config } = context;
  const { kind, code } = readSecondFactor(typed);
  if (kind === 'totp') {
    const stored = await findTwoFactor(db, user.id);
    const step = stored === null ? null : stepOfCode(context, user, stored.sealed_secret, code);
    return step !== null && (await useTotpStep(db, user.id, step));
  }
  if (kind === null) return false;
  const codesLeft = await useRecoveryCode(
    db,
    user.id,
    hashRecoveryCode(config.authSecret, user.id, code),
  );
  if (codesLeft === null) return false;
  const head = letterheadOf(context);
  await notify(context, user.id, 'always', recoveryCodeUsedMail({ codesLeft, head }));
  return true;
}
