// Opens the source of a log on the command line. It is the address of a shop, or a folder with a copy of the files
// that a shop serves.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { servedAt, type Source } from '#verifier/read-log.ts';

const WAIT_MS = 20_000;
/**
 * The limit for one file, in bytes. The largest possible file has the contents of a drop with 9,000 packs of fifteen
 * cards.
 */
const LARGEST = 64_000_000;
/** The limit for all files together. It suffices for some hundred drops with their contents. */
const LARGEST_TOGETHER = 2_000_000_000;

export function openSource(place: string): Source {
  const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return { text, read: /^https?:\/\//.test(place) ? fromAddress(place) : fromFolder(place) };
}

function fromFolder(folder: string): Source['read'] {
  return async (path) => {
    try {
      return await readFile(join(folder, path));
    } catch (error) {
      // A part of a tile's path may also be a file in this folder, so these errors mean that the file is missing.
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
        return undefined;
      }
      throw error;
    }
  };
}

function fromAddress(address: string): Source['read'] {
  const base = address.endsWith('/') ? address : `${address}/`;
  let length = 0;
  return async (path) => {
    const response = await fetch(new URL(servedAt(path), base), {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    }).catch((error: unknown) => {
      throw new Error(`${base} does not answer`, { cause: error });
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${base} answers ${response.status} to ${path}`);
    const bytes = await readBody(response, path);
    length += bytes.length;
    if (length > LARGEST_TOGETHER) throw new Error(`What ${base} serves is too long to be read`);
    return bytes;
  };
}

async function readBody(response: Response, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > LARGEST) throw new Error(`What is at ${path} is too long`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
