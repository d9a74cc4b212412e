// The text of an API key: the prefix by which scanners of repositories find it (docs/security.md), the key's id, and a
// secret. The database stores a hash of the secret. The secret is random and long, so the hash needs no salt (choice 1031).
import { createHash, randomBytes, randomUUID } from 'node:crypto';

const PREFIX = 'fafk_';
const ID_DIGITS = 32;
const SECRET_BYTES = 24;
const FORM = /^fafk_[0-9a-f]{80}$/;
const SHOWN_DIGITS = 8;

/** What the shop learns from a key's text. */
export type ApiKey = { id: string; hash: string };

/** Makes a key. `text` is the whole key, which is shown once. */
export function newApiKey(): ApiKey & { text: string } {
  const id = randomUUID();
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return { id, hash: hashOf(secret), text: `${PREFIX}${digitsOf(id)}${secret}` };
}

/** Whether a bearer token is meant as an API key. */
export function isApiKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Reads a key. Returns null if the text has not the form of a key. */
export function readApiKey(text: string): ApiKey | null {
  if (!FORM.test(text)) return null;
  const digits = text.slice(PREFIX.length);
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return { id, hash: hashOf(digits.slice(ID_DIGITS)) };
}

/** The beginning of a key, by which operators recognize a key that they found. */
export function beginningOf(id: string): string {
  return `${PREFIX}${digitsOf(id).slice(0, SHOWN_DIGITS)}`;
}

function digitsOf(id: string): string {
  return id.replaceAll('-', '');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
