// What the proof of packs is made of, and can't bring along: whoever uses it passes these in, from Node on the server
// and from a library in a browser.
import { joined } from './bytes.ts';

export type Primitives = {
  sha256: (bytes: Uint8Array) => Uint8Array;
  /** A text's bytes in UTF-8. */
  utf8: (text: string) => Uint8Array;
};

/** What a verifier needs beside them. None of them throws: what they can't read, they don't find right. */
export type VerifierPrimitives = Primitives & {
  hmacSha256: (key: Uint8Array, message: Uint8Array) => Uint8Array;
  /** RFC 8032 without the cofactor: the encoded `[S]B - [k]A` is R, byte for byte. */
  ed25519Verify: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /** Whether 32 bytes are a point of prime order: a key with a part of small order signs in more than one way. */
  isEd25519Key: (key: Uint8Array) => boolean;
  /**
   * A signature on G1 of 48 bytes under a key on G2, the message hashed to G1. False also where the 48 bytes are not
   * those that its own point is written in: a second spelling would be a second number.
   */
  blsVerify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
};

/** What a hash is about, so that none passes for another's. */
const TAGS = {
  pack: 'packproof/v2/pack\0',
  ref: 'packproof/v2/ref\0',
  ticket: 'packproof/v2/ticket\0',
  order: 'packproof/v2/order\0',
} as const;

/** The bytes of a tag and what follows it. */
export function tagged(
  { utf8 }: Pick<Primitives, 'utf8'>,
  tag: keyof typeof TAGS,
  ...parts: Uint8Array[]
): Uint8Array {
  return joined([utf8(TAGS[tag]), ...parts]);
}

/** The hash of some bytes under a tag. */
export function taggedHash(
  primitives: Primitives,
  tag: keyof typeof TAGS,
  ...parts: Uint8Array[]
): Uint8Array {
  return primitives.sha256(tagged(primitives, tag, ...parts));
}
