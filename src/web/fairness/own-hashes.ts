// The hashes that the browser computes before any library has loaded: of its own secrets, and of what it saw before
// paying.
import { hexOf, joined } from '#domain/packproof/bytes.ts';
import { tagged } from '#domain/packproof/primitives.ts';

const texts = { utf8: (text: string) => new TextEncoder().encode(text) };

/** Whether this browser can hash: only on pages loaded over HTTPS or from this machine. */
export function canHash(): boolean {
  return typeof crypto !== 'undefined' && 'subtle' in crypto;
}

/** A new random secret of 32 bytes, in hex. */
export function newSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** The hash of a secret that the shop receives. */
export function refOfSecret(secret: Uint8Array): Promise<string> {
  return sha256(tagged(texts, 'ref', secret));
}

/** The hash of a ticket that a seal contains. */
export function hashOfTicket(ticket: string): Promise<string> {
  return sha256(tagged(texts, 'ticket', texts.utf8(ticket)));
}

/** The hash that identifies a drop. */
export function hashOfManifest(manifest: string): Promise<string> {
  return sha256(joined([Uint8Array.of(0), texts.utf8(manifest)]));
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return hexOf(new Uint8Array(hash));
}
