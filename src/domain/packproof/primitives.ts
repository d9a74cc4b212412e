// What the proof of packs is made of, and can't bring along: whoever uses it passes these in, from Node on the server
// and from a library in a browser.

export type Primitives = {
  sha256: (bytes: Uint8Array) => Uint8Array;
  /** A text's bytes in UTF-8. */
  utf8: (text: string) => Uint8Array;
};

/** What a hash is about, so that none passes for another's: more of them come with what they are for. */
const TAGS = { pack: 'packproof/v2/pack\0' } as const;

/** The hash of some bytes under a tag. */
export function taggedHash(
  { sha256, utf8 }: Primitives,
  tag: keyof typeof TAGS,
  ...parts: Uint8Array[]
): Uint8Array {
  return sha256(joined([utf8(TAGS[tag]), ...parts]));
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
