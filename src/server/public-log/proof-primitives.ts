// Provides the primitives of the pack proof. They are the verifier's own, or Node's if Node's are faster. The signers
// are in this file too.
import { createHmac, createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import { bigEndian, joined } from '#domain/packproof/bytes.ts';
import { checkpointText, cosignatureText } from '#domain/packproof/checkpoint.ts';
import { keyId, type Note, type NoteKey } from '#domain/packproof/note.ts';
import type { VerifierPrimitives } from '#domain/packproof/primitives.ts';
import type { TreeHead } from '#domain/packproof/tree.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';

/** Node requires this prefix before the 32 bytes of a public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** OpenSSL verifies Ed25519 without the cofactor, so noble checks points for torsion. */
export const proofPrimitives: VerifierPrimitives = {
  ...noblePrimitives,
  sha256: (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
  utf8: (text) => new TextEncoder().encode(text),
  hmacSha256: (key, message) => new Uint8Array(createHmac('sha256', key).update(message).digest()),
  ed25519Verify(key, message, signature) {
    if (key.length !== 32 || signature.length !== 64) return false;
    const publicKey = createPublicKey({
      key: Buffer.concat([SPKI, key]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, message, publicKey, signature);
  },
};

/** A named signer. `seedHex`: its seed, which has 32 bytes. */
export type Signer = { key: NoteKey; sign: (message: Uint8Array) => Uint8Array };

export function newSigner(name: string, type: NoteKey['type'], seedHex: string): Signer {
  const secret = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(seedHex, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const key = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
  return {
    key: { name, type, key: new Uint8Array(key) },
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}

/** Signs a checkpoint with the keys of the log, and then as each witness, with the time at which the witness saw it. */
export function signCheckpoint(
  head: TreeHead & { origin: string },
  logs: Signer[],
  witnesses: { witness: Signer; at: number }[] = [],
): Note {
  const note: Note = { text: checkpointText(head), signatures: [] };
  const line = ({ key }: Signer, signature: Uint8Array) => ({
    name: key.name,
    keyId: keyId(proofPrimitives, key),
    signature,
  });
  const text = proofPrimitives.utf8(note.text);
  const cosigned = ({ witness, at }: { witness: Signer; at: number }) => {
    const message = proofPrimitives.utf8(cosignatureText(at, note));
    return joined([bigEndian(at, 8), witness.sign(message)]);
  };
  note.signatures = [
    ...logs.map((log) => line(log, log.sign(text))),
    ...witnesses.map((one) => line(one.witness, cosigned(one))),
  ];
  return note;
}
