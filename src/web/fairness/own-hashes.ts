// Computes hashes of secrets, tickets and drops in the browser, before any crypto library has loaded.
import { hexOf, joined } from '#domain/packproof/bytes.ts';
import { tagged } from '#domain/packproof/primitives.ts';

const texts = { utf8: (text: string) => new TextEncoder().encode(text) };

/**
 * Returns whether this browser can compute hashes. Browsers allow it only on pages that come from HTTPS or from this
 * machine (localhost).
 */
export function canHash(): boolean {
  return typeof crypto !== 'undefined' && 'subtle' in crypto;
}

/** Returns a new random secret in hex. It has 32 bytes. */
export function newSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the hash of a secret. The shop gets this hash, but not the secret. */
export function refOfSecret(secret: Uint8Array): Promise<string> {
  return sha256(tagged(texts, 'ref', secret));
}

/** Returns the hash of a ticket, as log entries about sales contain it. */
export function hashOfTicket(ticket: string): Promise<string> {
  return sha256(tagged(texts, 'ticket', texts.utf8(ticket)));
}

/** Returns the hash of a drop's manifest. This hash identifies the drop. */
export function hashOfManifest(manifest: string): Promise<string> {
  return sha256(joined([Uint8Array.of(0), texts.utf8(manifest)]));
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return hexOf(new Uint8Array(hash));
}
