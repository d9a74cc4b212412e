// What the browser hashes by itself, before any library is here: its own secrets, and what it saw before paying.
import { hexOf, joined } from '#domain/packproof/bytes.ts';
import { tagged } from '#domain/packproof/primitives.ts';

const texts = { utf8: (text: string) => new TextEncoder().encode(text) };

/** Whether this browser hashes: it does so on pages that came over HTTPS, or from this machine. */
export function canHash(): boolean {
  return typeof crypto !== 'undefined' && 'subtle' in crypto;
}

/** A secret of 32 bytes that nobody knows, in hex. */
export function newSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** What the shop is told of a secret. */
export function refOfSecret(secret: Uint8Array): Promise<string> {
  return sha256(tagged(texts, 'ref', secret));
}

/** The hash by which a ticket stands in a seal. */
export function hashOfTicket(ticket: string): Promise<string> {
  return sha256(tagged(texts, 'ticket', texts.utf8(ticket)));
}

/** The hash that names a drop. */
export function hashOfManifest(manifest: string): Promise<string> {
  return sha256(joined([Uint8Array.of(0), texts.utf8(manifest)]));
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return hexOf(new Uint8Array(hash));
}
