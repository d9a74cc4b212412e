// The number of bytes that can be passed as arguments of one function call.
const CHUNK = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCodePoint(...bytes.subarray(at, at + CHUNK)));
  }
  return btoa(parts.join(''));
}
