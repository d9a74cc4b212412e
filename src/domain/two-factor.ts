// The second factor (docs/product.md §8): a code that an authenticator app shows for half a minute, or one of the
// recovery codes shown at set-up.

/** The parameters that every authenticator app supports (RFC 6238). */
export const TOTP = { algorithm: 'SHA1', digits: 6, periodS: 30 } as const;

/** Codes of this many periods (`periodS`) before and after the current one are accepted, because clocks differ. */
export const TOTP_STEPS_AROUND = 1;

/** Most minutes from the start of a set-up to its first code. */
export const SET_UP_MINUTES = 30;

/** Hours for which an operator's token for the first set-up is valid. */
export const SET_UP_TOKEN_HOURS = 24;

/** How many recovery codes come with a second factor. */
export const RECOVERY_CODES = 10;

// Crockford's alphabet: 32 characters, so five bits each. No two look alike.
const RECOVERY_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 10;

/** Random bytes for one recovery code. */
export const RECOVERY_BYTES = RECOVERY_LENGTH;

/** A recovery code as users see it: "4T9KX-07QMD", 50 random bits. */
export function writeRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length]!);
  const half = RECOVERY_LENGTH / 2;
  return `${letters.slice(0, half).join('')}-${letters.slice(half).join('')}`;
}

/** Normalizes a typed second factor. `kind` null: the text can be neither a code nor a recovery code. */
export function readSecondFactor(typed: string): {
  kind: 'totp' | 'recovery' | null;
  code: string;
} {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (new RegExp(`^\\d{${TOTP.digits}}$`).test(code)) return { kind: 'totp', code };
  // Users may confuse similar characters, so each is read as the one it resembles.
  const read = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isWhole = new RegExp(`^[${RECOVERY_LETTERS}]{${RECOVERY_LENGTH}}$`).test(read);
  return isWhole ? { kind: 'recovery', code: read } : { kind: null, code };
}
