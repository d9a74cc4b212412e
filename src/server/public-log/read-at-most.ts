/**
 * Reads the text of a response. Throws as soon as the text exceeds `most` bytes, so that no server can fill the memory.
 */
export async function readAtMost(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most) throw new Error('The response is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
