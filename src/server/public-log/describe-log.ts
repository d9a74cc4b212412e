import { writeVerifierKey } from '#domain/packproof/note.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { LogRefused } from './stored-checkpoint.ts';
import { refuseOlderThanSeen } from './ask-witnesses.ts';
import { keysOf, policyOf } from './log-policy.ts';
import { withCosignatures } from './log-proofs.ts';
import {
  countEntries,
  findLog,
  findNewestCheckpoint,
  findVerifier,
  findWitnessed,
} from './log-queries.ts';
import { keyInForce, refuseUnsignable } from './sign-log.ts';
import { proofPrimitives } from './proof-primitives.ts';

/** Describes the log for an operator, line by line. If there is a problem, the last line names it. */
export async function describeLog(context: Context<Database>): Promise<string[]> {
  const { db } = context;
  const log = await findLog(db);
  if (log === null)
    return ['There is no log yet. The first drop begins it.', await stateOf(context)];
  const [size, newest, witnessed, policy, key] = await Promise.all([
    countEntries(db, log.number),
    findNewestCheckpoint(db, log.number),
    findWitnessed(db, log.number),
    policyOf(context, log),
    keyInForce(db, log),
  ]);
  return [
    `log\t${log.origin}`,
    `entries\t${size}`,
    `signed\t${newest?.size ?? 0}`,
    `key\t${writeVerifierKey(proofPrimitives, { name: log.origin, type: 'log', key })}`,
    ...[...witnessed].map(([name, seen]) => `witness\t${name}\t${seen}`),
    'policy',
    ...policy.trimEnd().split('\n'),
    await stateOf(context),
  ];
}

/** Returns the public description of the current log, or null if there is no log. */
export async function describeKeys(context: Context<Database>) {
  const { db } = context;
  const log = await findLog(db);
  if (log === null) return null;
  const [keys, policy, newest, verifier] = await Promise.all([
    keysOf(db, log),
    policyOf(context, log),
    findNewestCheckpoint(db, log.number),
    findVerifier(db, log.number),
  ]);
  const checkpoint = newest === null ? null : await withCosignatures(db, log, newest);
  return { origin: log.origin, keys, policy, checkpoint, verifier };
}

async function stateOf(context: Context<Database>): Promise<string> {
  return (await whyUnsigned(context)) ?? 'It can be signed.';
}

/** Returns why the log can't be signed now, or null if it can. */
export async function whyUnsigned(context: Context<Database>): Promise<string | null> {
  try {
    await refuseUnsignable(context);
    await refuseOlderThanSeen(context);
    return null;
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error;
    return error.message;
  }
}

/**
 * Logs an error at the start if the log can't be signed, before a sale has to wait for a signature. Logs nothing in a
 * shop without keys and without a log, because it sells no drops.
 */
export async function warnOfUnsigned(context: Context<Database>): Promise<void> {
  if (context.logKeys.seeds.length === 0 && (await findLog(context.db)) === null) return;
  try {
    await refuseUnsignable(context);
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error;
    context.log.error(
      { event: 'public_log_unsigned', problem: error.message },
      'The public log can’t be signed: new entries wait until this is mended (see problem)',
    );
  }
}
