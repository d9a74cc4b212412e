// The second factor (docs/product.md §8). It is a code that an authenticator app shows for half a minute, or one of
// the recovery codes that were shown at set-up.

/** The parameters that every authenticator app supports (RFC 6238). */
export const TOTP = { algorithm: 'SHA1', digits: 6, periodS: 30 } as const;

/**
 * A code of this many periods (`periodS`) before or after the current one is also accepted, because clocks differ.
 */
export const TOTP_STEPS_AROUND = 1;

/** The maximum number of minutes from the start of a set-up to its first code. */
export const SET_UP_MINUTES = 30;

/** The number of hours for which an operator's token for the first set-up is valid. */
export const SET_UP_TOKEN_HOURS = 24;

/** The number of recovery codes that come with a second factor. */
export const RECOVERY_CODES = 10;

// Crockford's alphabet has 32 characters, so each stands for five bits. No two of them look alike.
const RECOVERY_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 10;

/** The number of random bytes for one recovery code. */
export const RECOVERY_BYTES = RECOVERY_LENGTH;

/** A recovery code as users see it, such as "4T9KX-07QMD". It has 50 random bits. */
export function writeRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length]!);
  const half = RECOVERY_LENGTH / 2;
  return `${letters.slice(0, half).join('')}-${letters.slice(half).join('')}`;
}

/** Normalizes a typed second factor. `kind` is null if the text can be neither a code nor a recovery code. */
export function readSecondFactor(typed: string): {
  kind: 'totp' | 'recovery' | null;
  code: string;
} {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (new RegExp(`^\\d{${TOTP.digits}}$`).test(code)) return { kind: 'totp', code };
  // Users may confuse similar characters, so each such character is read as the one in the alphabet that it resembles.
  const read = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isWhole = new RegExp(`^[${RECOVERY_LETTERS}]{${RECOVERY_LENGTH}}$`).test(read);
  return isWhole ? { kind: 'recovery', code: read } : { kind: null, code };
}
