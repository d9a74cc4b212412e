// Runs a witness of public logs (`npm run witness`). Anybody can run one to confirm that a shop never takes back
// published entries. A witness needs no database, only a key, and for each log a file with the last checkpoint that it
// has seen (C2SP tlog-witness).
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bigEndian, bytesOfBase64, hexOf, isSame, joined } from '#domain/packproof/bytes.ts';
import { cosignatureText, readCheckpoint, readDecimal } from '#domain/packproof/checkpoint.ts';
import {
  isKeyName,
  isSignedBy,
  keyId,
  readVerifierKey,
  writeNote,
  writeVerifierKey,
  type NoteKey,
} from '#domain/packproof/note.ts';
import { isConsistent, type TreeHead } from '#domain/packproof/tree.ts';
import { newSigner, proofPrimitives, type Signer } from './proof-primitives.ts';

const USAGE = `Usage: npm run witness -- --name NAME --log VKEY... [--dir FOLDER] [--port PORT] [--host HOST]
  NAME is what the witness is called, such as friend.example/witness; VKEY is a line of a shop's /log/policy without its
  "log". FOLDER (.witness) keeps the key and what was seen: it is nobody else's, and is never set back to an older state.
`;
const LONGEST_REQUEST = 64_000;
const MOST_HASHES = 63;

/** The response of a witness. A handler responds by throwing it. */
class WitnessResponse extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, body: string, type = 'text/plain; charset=utf-8') {
    super(body);
    this.status = status;
    this.type = type;
  }
}

export type WitnessOptions = { name: string; logs: string[]; dir: string; now?: () => number };

/** Makes a witness that is not listening yet. Also returns its key in the form that a policy lists. */
export async function openWitness({
  name,
  logs,
  dir,
  now = () => Math.floor(Date.now() / 1000),
}: WitnessOptions): Promise<{ server: Server; vkey: string }> {
  const signer = newSigner(name, 'witness', await storedSeed(dir));
  const keys = logs.map((vkey) => readVerifierKey(proofPrimitives, vkey, 'log'));
  // Requests are handled one after the other, so that no other request comes between the check of a checkpoint and
  // storing it.
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const responding = readBody(request).then((body) => {
      const cosigned = last.then(() => addCheckpoint({ signer, keys, dir, now }, request, body));
      last = cosigned.catch(() => {});
      return cosigned;
    });
    responding.then(
      (lines) => send(response, new WitnessResponse(200, lines)),
      (error: unknown) =>
        send(
          response,
          error instanceof WitnessResponse ? error : new WitnessResponse(500, 'It broke\n'),
        ),
    );
  });
  return { server, vkey: writeVerifierKey(proofPrimitives, signer.key) };
}

type Witness = { signer: Signer; keys: NoteKey[]; dir: string; now: () => number };

async function addCheckpoint(
  { signer, keys, dir, now }: Witness,
  { method, url }: IncomingMessage,
  body: string,
): Promise<string> {
  if (method !== 'POST' || url !== '/add-checkpoint')
    throw new WitnessResponse(404, 'There is no such page\n');
  const { old, path, note: written } = readRequest(body);
  const checkpoint = orRefuse(() => readCheckpoint(written));
  const known = keys.filter((key) => key.name === checkpoint.origin);
  if (known.length === 0) throw new WitnessResponse(404, 'This log is not known here\n');
  if (!known.some((key) => isSigned(() => isSignedBy(proofPrimitives, checkpoint.note, key)))) {
    throw new WitnessResponse(403, 'No key that is known here signed this\n');
  }
  if (old > checkpoint.size) throw new WitnessResponse(400, 'The old size is beyond the new one\n');
  const seen = await readSeen(dir, checkpoint.origin);
  if (old !== (seen?.size ?? 0)) throw conflict(seen?.size ?? 0);
  if (seen !== null && !follows(seen, checkpoint, path)) {
    throw old === checkpoint.size
      ? conflict(old)
      : new WitnessResponse(422, 'It does not follow\n');
  }
  if (old === 0 && path.length > 0) throw new WitnessResponse(422, 'Nothing leads from nothing\n');
  await storeSeen(dir, checkpoint.origin, written);
  const at = now();
  const message = proofPrimitives.utf8(cosignatureText(at, checkpoint.note));
  const signature = joined([bigEndian(at, 8), signer.sign(message)]);
  const id = keyId(proofPrimitives, signer.key);
  const line = { name: signer.key.name, keyId: id, signature };
  return writeNote({ text: '', signatures: [line] }).slice(1);
}

function readRequest(body: string): { old: number; path: Uint8Array[]; note: string } {
  return orRefuse(() => {
    const end = body.indexOf('\n\n');
    const [first = '', ...hashes] = body.slice(0, end).split('\n');
    const [, old] = /^old (\d+)$/.exec(first) ?? [];
    const path = hashes.map(bytesOfBase64);
    const isWhole = path.length <= MOST_HASHES && path.every((hash) => hash.length === 32);
    if (end < 0 || old === undefined || !isWhole) throw new Error('Malformed request');
    return { old: readDecimal(old), path, note: body.slice(end + 2) };
  });
}

function orRefuse<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new WitnessResponse(400, `${(error as Error).message}\n`);
  }
}

function isSigned(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

/**
 * Whether a log's next size continues the size that the witness has seen. The empty log is the beginning of every log.
 */
function follows(seen: TreeHead, next: TreeHead, path: Uint8Array[]): boolean {
  if (seen.size === 0) return path.length === 0 && (next.size > 0 || isSame(seen.root, next.root));
  return isConsistent(proofPrimitives, seen, next, path);
}

const conflict = (size: number) => new WitnessResponse(409, `${size}\n`, 'text/x.tlog.size');

function send(response: ServerResponse, { status, type, message }: WitnessResponse): void {
  response.writeHead(status, { 'content-type': type }).end(message);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_REQUEST) throw new WitnessResponse(413, 'That is too long\n');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Returns the seed of the key. The seed is created once, and only its owner can read the file. */
async function storedSeed(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const file = join(dir, 'key');
  const fresh = randomBytes(32).toString('hex');
  await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch(ignoring('EEXIST'));
  return (await readFile(file, 'utf8')).trim();
}

const fileOf = (dir: string, origin: string) =>
  join(dir, hexOf(proofPrimitives.sha256(proofPrimitives.utf8(origin))));

async function readSeen(dir: string, origin: string): Promise<TreeHead | null> {
  const text = await readFile(fileOf(dir, origin), 'utf8').catch(ignoring('ENOENT'));
  return text === undefined ? null : readCheckpoint(text);
}

/** Stores a checkpoint on the disk. The response must not be sent before that. */
async function storeSeen(dir: string, origin: string, note: string): Promise<void> {
  const file = await open(`${fileOf(dir, origin)}.new`, 'w');
  try {
    await file.writeFile(note);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${fileOf(dir, origin)}.new`, fileOf(dir, origin));
}

const ignoring = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};

/** Reads the arguments. If an argument is not valid, throws an error that explains why. */
function readArguments() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      log: { type: 'string', multiple: true },
      dir: { type: 'string', default: '.witness' },
      port: { type: 'string', default: '8470' },
      host: { type: 'string', default: '0.0.0.0' },
    },
  });
  const { name, log: logs, ...rest } = values;
  if (name === undefined || logs === undefined) throw new Error('--name and --log are required');
  if (!isKeyName(name)) throw new Error(`--name ${name}: a name has no spaces and no +`);
  for (const vkey of logs) {
    try {
      readVerifierKey(proofPrimitives, vkey, 'log');
    } catch (error) {
      throw new Error(`--log ${vkey}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (!/^\d{1,5}$/.test(rest.port) || Number(rest.port) > 65_535) {
    throw new Error(`--port ${rest.port}: a port is a number, at most 65535`);
  }
  return { name, logs, ...rest };
}

function argumentsOrUsage() {
  try {
    return readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}.\n${USAGE}`);
    return process.exit(2);
  }
}

if (import.meta.main) {
  const { name, logs, dir, port, host } = argumentsOrUsage();
  const end = (where: string) => (error: Error) => {
    process.stderr.write(`${where} can't be used: ${error.message}.\n`);
    process.exit(1);
  };
  const { server, vkey } = await openWitness({ name, logs, dir }).catch(end(`--dir ${dir}`));
  server.once('error', end(`--host ${host} --port ${port}`));
  server.listen(Number(port), host, () => {
    process.stdout.write(
      `A witness for ${logs.length === 1 ? '1 log' : `${logs.length} logs`}, at ${host}:${port}. Its key:\n${vkey}\n`,
    );
  });
}
