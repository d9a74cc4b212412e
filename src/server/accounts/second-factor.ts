// The second factor is a code from an authenticator app or a recovery code. The secrets that the
// app shares with the shop are stored encrypted; recovery codes are stored as keyed hashes.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
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
import { notify } from './notify.ts';
import { findTwoFactor, useRecoveryCode, useTotpStep } from './two-factors-queries.ts';
import type { UserRow } from './users-queries.ts';
import { forgetTries, noteFailedSignIn, withCountedTry } from './sign-in-tries.ts';

const SECRET_BYTES = 20; // A secret has the length of the hash function's output, as RFC 4226 recommends.

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
    sealed: seal(config.authSecret, user.id, Buffer.from(secret.bytes)),
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
  const buffer = new Uint8Array(unseal(config.authSecret, user.id, sealedSecret)).buffer;
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

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns the key that encrypts the secrets. It is derived from the auth secret, but differs from
 * the keys for tokens and hashes.
 */
function sealKey(authSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'two-factor secrets', 32));
}

/** Encrypts a secret. The ciphertext is bound to the user: it cannot be decrypted for another account. */
function seal(authSecret: string, userId: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealKey(authSecret), nonce).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unseal(authSecret: string, userId: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(CIPHER, sealKey(authSecret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (cause) {
    throw new Error('A second factor was sealed under another AUTH_SECRET, or for another user', {
      cause,
    });
  }
}
