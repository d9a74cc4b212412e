import { createHash } from 'node:crypto';

/** A hash of a request's JSON. Two requests with equal JSON have the same fingerprint. */
export function fingerprint(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
}
