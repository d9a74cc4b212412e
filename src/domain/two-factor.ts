// The second factor (docs/product.md §8): a code that an authenticator app shows for half a minute, or one
// of the recovery codes that were shown when it was turned on.

/** The parameters that every authenticator app supports (RFC 6238). */
export const TOTP = { algorithm: 'SHA1', digits: 6, periodS: 30 } as const;

/** Steps before and after the present one whose codes are taken: clocks are never quite the same. */
export const TOTP_STEPS_AROUND = 1;

/** Minutes that a set-up may take until its first code. */
export const SET_UP_MINUTES = 30;

/** Hours that an operator's token for their first second factor is good. */
export const SET_UP_TOKEN_HOURS = 24;

/** How many recovery codes come with a second factor. */
export const RECOVERY_CODES = 10;

// Crockford's alphabet: 32 characters, so five bits each, and none looks like another.
const RECOVERY_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 10;

/** Random bytes that one recovery code is made of. */
export const RECOVERY_BYTES = RECOVERY_LENGTH;

/** A recovery code as it is shown: "4T9KX-07QMD", 50 random bits. */
export function writeRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length]!);
  const half = RECOVERY_LENGTH / 2;
  return `${letters.slice(0, half).join('')}-${letters.slice(half).join('')}`;
}

/** Normalizes a typed second factor for checking. `kind` null: it can be neither. */
export function readSecondFactor(typed: string): {
  kind: 'totp' | 'recovery' | null;
  code: string;
} {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (new RegExp(`^\\d{${TOTP.digits}}$`).test(code)) return { kind: 'totp', code };
  // Look-alike characters are treated as the letter they resemble.
  const read = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isWhole = new RegExp(`^[${RECOVERY_LETTERS}]{${RECOVERY_LENGTH}}$`).test(read);
  return isWhole ? { kind: 'recovery', code: read } : { kind: null, code };
}
