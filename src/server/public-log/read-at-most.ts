/** The text of an answer; throws as soon as it has more bytes than that, so that nobody fills this process's memory. */
export async function readAtMost(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most) throw new Error('It answers too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
