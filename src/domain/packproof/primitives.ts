// The cryptographic functions of packproof. Callers pass them in, because the server gets them from Node, and a
// browser gets them from a library.
import { joined } from './bytes.ts';

export type Primitives = {
  sha256: (bytes: Uint8Array) => Uint8Array;
  /** A text's bytes in UTF-8. */
  utf8: (text: string) => Uint8Array;
};

/**
 * Further functions that a verifier needs. None of them throws. For input that can't be read, the checks return
 * false.
 */
export type VerifierPrimitives = Primitives & {
  hmacSha256: (key: Uint8Array, message: Uint8Array) => Uint8Array;
  /** Verifies a signature by RFC 8032 without the cofactor. The encoded `[S]B - [k]A` must equal R, byte for byte. */
  ed25519Verify: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /**
   * Whether 32 bytes are a public key that the checks accept, which is the encoding of a point of prime order. Under
   * a key with a component of small order, one message would have several valid signatures.
   */
  isEd25519Key: (key: Uint8Array) => boolean;
  /**
   * Checks a signature on G1 of 48 bytes under a key on G2. The message is hashed to G1. Also returns false if the
   * 48 bytes are not the point's canonical encoding, because a second encoding would give a second number.
   */
  blsVerify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
};

/** A prefix for each kind of hash. Because of the prefix, a hash of one kind never passes for another kind. */
const TAGS = {
  pack: 'packproof/v2/pack\0',
  ref: 'packproof/v2/ref\0',
  ticket: 'packproof/v2/ticket\0',
  order: 'packproof/v2/order\0',
  label: 'packproof/v2/label\0',
} as const;

/** The bytes of a tag, followed by `parts`. */
export function tagged(
  { utf8 }: Pick<Primitives, 'utf8'>,
  tag: keyof typeof TAGS,
  ...parts: Uint8Array[]
): Uint8Array {
  return joined([utf8(TAGS[tag]), ...parts]);
}

/** The hash of `parts` under a tag. */
export function taggedHash(
  primitives: Primitives,
  tag: keyof typeof TAGS,
  ...parts: Uint8Array[]
): Uint8Array {
  return primitives.sha256(tagged(primitives, tag, ...parts));
}
