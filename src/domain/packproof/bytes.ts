// Converts between bytes and text. Each sequence of bytes has exactly one spelling, so that a changed text never means
// the same bytes.

/** Concatenates byte arrays. */
export function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether two byte arrays are equal. The time is not constant, because nothing here is secret. */
export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** Bytes as hex in lower case, with two digits for each byte. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Throws unless `hex` is hex in lower case. */
export function bytesOfHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error('This is no hex in lower case');
  const bytes = new Uint8Array(hex.length / 2);
  for (const index of bytes.keys())
    bytes[index] = parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 of RFC 4648 section 4, with padding. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = first * 65_536 + second * 256 + third;
    for (const shift of [18, 12, 6, 0]) text += ALPHABET[Math.floor(bits / 2 ** shift) % 64];
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - missing) + '='.repeat(missing);
}

/** Throws unless `text` is base64 exactly as {@link base64Of} writes it. */
export function bytesOfBase64(text: string): Uint8Array {
  const digits = text
    .replace(/={1,2}$/, '')
    .split('')
    .map((sign) => ALPHABET.indexOf(sign));
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  for (const [index, digit] of digits.entries()) {
    bits = (bits % 65_536) * 64 + digit;
    const byte = index - 1 - Math.floor(index / 4);
    if (index % 4 > 0) bytes[byte] = Math.floor(bits / 2 ** (6 - 2 * (index % 4)));
  }
  if (digits.includes(-1) || base64Of(bytes) !== text) throw new Error('This is no base64');
  return bytes;
}

/** A whole number of 0 or more as `length` bytes, the highest byte first. */
export function bigEndian(number: number, length: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(length);
  let rest = number;
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** The number in the first eight bytes, the highest byte first. */
export function bigintOf(bytes: Uint8Array): bigint {
  return bytes.subarray(0, 8).reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}
