// The source of a log on the command line: the address of a shop, or a folder with a copy of the files that it serves.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { servedAt, type Source } from '#verifier/read-log.ts';

const WAIT_MS = 20_000;
/** The limit for one file, in bytes. The largest file is a drop's contents: 9,000 packs of fifteen cards. */
const LARGEST = 64_000_000;
/** The limit for all files together: some hundred drops with their contents. */
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
      // A part of a tile's path may be a file in this folder.
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
    const answer = await fetch(new URL(servedAt(path), base), {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    }).catch((error: unknown) => {
      throw new Error(`${base} does not answer`, { cause: error });
    });
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`${base} answers ${answer.status} to ${path}`);
    const bytes = await readBody(answer, path);
    length += bytes.length;
    if (length > LARGEST_TOGETHER) throw new Error(`What ${base} serves is too long to be read`);
    return bytes;
  };
}

async function readBody(answer: Response, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > LARGEST) throw new Error(`What is at ${path} is too long`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
