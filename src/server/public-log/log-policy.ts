// Writes the policy of the log, which lists the signatures that a reader of the log should require: by the log's own
// keys, and by the witnesses that the operator has named (C2SP tlog-policy).
import { readFile } from 'node:fs/promises';
import { keyId, writeVerifierKey, type NoteKey } from '#domain/packproof/note.ts';
import { readPolicy, type Policy } from '#domain/packproof/policy.ts';
import type { Database } from '#engine/database.ts';
import { ConfigProblem } from '../runtime/config.ts';
import type { Context } from '../runtime/context.ts';
import { findKeyEntries, type LogRow } from './log-queries.ts';
import { proofPrimitives } from './proof-primitives.ts';

export type Witness = { name: string; key: NoteKey; keyId: Uint8Array; address: string };

/**
 * Returns the witnesses in a policy file, and the file's text without its lines about logs. Throws ConfigProblem if the
 * file is not valid.
 */
export async function readWitnesses(
  file: string | null,
): Promise<{ text: string; witnesses: Witness[] }> {
  if (file === null) return { text: 'quorum none\n', witnesses: [] };
  let written: string;
  let policy: Policy;
  try {
    written = await readFile(file, 'utf8');
    policy = readPolicy(proofPrimitives, written);
  } catch (error) {
    throw new ConfigProblem([`WITNESSES (${file}): ${(error as Error).message}`]);
  }
  const lines = written.split('\n').filter((line) => line.trim() !== '' && !/^\s*log\s/.test(line));
  const witnesses = [...policy.witnesses].map(([name, key]) => {
    const address = policy.addresses.get(name);
    if (address === undefined || !/^https?:\/\//.test(address)) {
      throw new ConfigProblem([`WITNESSES (${file}): the witness ${name} has no address`]);
    }
    const id = keyId(proofPrimitives, key);
    return { name, key, keyId: id, address: address.replace(/\/$/, '') };
  });
  return { text: lines.map((line) => `${line}\n`).join(''), witnesses };
}

/** Lists all keys that a log has had. The current key comes last. */
export async function keysOf(db: Database, log: LogRow): Promise<string[]> {
  const first = { name: log.origin, type: 'log', key: new Uint8Array(log.key) } as const;
  const later = await findKeyEntries(db, log.number);
  return [writeVerifierKey(proofPrimitives, first), ...later.map(({ vkey }) => vkey)];
}

/** Returns the policy that the shop serves, which has all keys that the log has had, and the witnesses. */
export async function policyOf(context: Context<Database>, log: LogRow): Promise<string> {
  const keys = await keysOf(context.db, log);
  const { text } = await readWitnesses(context.config.witnesses);
  return keys.map((key) => `log ${key}\n`).join('') + text;
}
