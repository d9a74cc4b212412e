import { createHash } from 'node:crypto';

/** What was asked for, hashed as the JSON that it makes: two that are alike have one fingerprint. */
export function fingerprint(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
}
