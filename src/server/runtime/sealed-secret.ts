// Encrypts the secrets that the shop has to read again, under a key that is derived from AUTH_SECRET.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * What a secret is for, and whose it is. Each purpose has a key of its own, and a secret can't be decrypted for another
 * owner.
 */
export type SealedFor = { purpose: 'two-factor secrets' | 'webhook secrets'; owner: string };

function sealKey(authSecret: string, purpose: SealedFor['purpose']): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', purpose, 32));
}

export function seal(authSecret: string, { purpose, owner }: SealedFor, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealKey(authSecret, purpose), nonce).setAAD(
    Buffer.from(owner),
  );
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Throws if the secret was sealed under another AUTH_SECRET, or for something else. */
export function unseal(authSecret: string, { purpose, owner }: SealedFor, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(
    CIPHER,
    sealKey(authSecret, purpose),
    bytes.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  )
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (cause) {
    const problem = `One of the ${purpose} was encrypted under another AUTH_SECRET, or for another owner`;
    throw new Error(problem, { cause });
  }
}
