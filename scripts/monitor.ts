// Watches a shop's public log for people who trust nobody: `npm run monitor -- ADDRESS`. Each minute it reads the log,
// replays every rule of it, and compares it with the newest checkpoint in the folder. Before the monitor stored that
// checkpoint, it compared it with the previous one in the same way. The folder retains all checkpoints, as evidence.
// If something is wrong, the monitor prints the fault and both notes, and exits with 1. `--once` checks once, and
// exits with 2 if there is no response.
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { wrongOdds } from '#domain/packproof/check-drop.ts';
import { isBeginning, isNamed } from '#domain/packproof/check-log.ts';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import { replayLog, type LogReplay } from '#domain/packproof/log-replay.ts';
import { isNobodys } from '#domain/packproof/nobodys-log.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { utcWords } from '#domain/packproof/utc.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';
import { newestLogOf, practiceChainsOf, readLog } from '#verifier/read-log.ts';
import { openSource } from './log-source.ts';
import { printable } from './printable.ts';

const EVERY_MS = 60_000;
/**
 * The time limit of a check (choice 763). Without it, a check might never end, because a server can send without
 * end, or its log can take too long to replay.
 */
const LOOK_MS = 10 * 60_000;
/** The number of bytes at the end of the stored notes that are read first. */
const END_BYTES = 64_000;

type Print = (text: string) => void;

/** Checks once. Returns 0 if nothing is wrong, 1 if something is wrong, and 2 if there is no response. */
export async function watchLog(from: string, folder: string, print: Print): Promise<0 | 1 | 2> {
  const found = await lookInto(from, folder, print).catch((error: unknown) => {
    say(print, `${(error as Error).message}.`);
    return null;
  });
  if (found === null) return 2;
  return found ? 0 : 1;
}

/**
 * Checks once like `watchLog`, but for at most `limitMs`, whatever the server sends. After that time, prints a
 * sentence and returns 2.
 */
export async function watchLogWithin(
  limitMs: number,
  ...[address, folder, print]: Parameters<typeof watchLog>
): Promise<0 | 1 | 2> {
  const worker = new Worker(new URL('./monitor-worker.ts', import.meta.url), {
    workerData: { address, folder },
  });
  const { promise, resolve } = Promise.withResolvers<0 | 1 | 2>();
  const giveUp = (sentence: string) => {
    say(print, sentence);
    resolve(2);
  };
  const minutes = Math.round(limitMs / 60_000);
  const timer = globalThis.setTimeout(
    () => giveUp(`Reading the log was given up after ${minutes} minutes.`),
    limitMs,
  );
  worker.on('message', (said: string | 0 | 1 | 2) => {
    if (typeof said === 'string') print(said);
    else resolve(said);
  });
  worker.on('error', (error: Error & { code?: string }) =>
    giveUp(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'The log takes more memory than there is for it.'
        : `${error.message}.`,
    ),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

async function lookInto(from: string, folder: string, print: Print): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  return poll(from, join(folder, 'checkpoints.jsonl'), print);
}

/**
 * Whether nothing is wrong. If a fault is found, this reads the log a second time, because the log may have changed
 * during the first reading.
 */
async function poll(from: string, file: string, print: Print): Promise<boolean> {
  const first = await replay(from);
  const log = first.fault === undefined ? first : await replay(from);
  const note = log.log.checkpoint;
  const isOfNobody = isNobodys(log);
  const broken = isOfNobody ? undefined : (log.fault ?? brokenOdds(log));
  if (broken !== undefined) return tell(print, broken, note);
  const last = lastNote(file, log.checkpoint.origin);
  const other = last !== undefined && !follows(log, last) ? last : undefined;
  if (other !== undefined) return tell(print, 'The log went back, or was rewritten.', note, other);
  if (isOfNobody) {
    say(
      print,
      `${log.checkpoint.origin} was begun, and has no drop yet: whose it is, is not known.`,
    );
    return true;
  }
  if (last !== note) appendFileSync(file, `${JSON.stringify(note)}\n`);
  const { size, origin } = log.checkpoint;
  say(
    print,
    `${origin} has ${size} entries and ${log.drops.size} drops, and agrees with all it told.`,
  );
  const unproven = [...log.drops.values()].filter(
    ({ manifest }) => !KNOWN_CHAINS.has(manifest.chain),
  );
  if (unproven.length > 0)
    say(print, `${unproven.length} of them have numbers that prove nothing.`);
  return true;
}

function brokenOdds(log: LogReplay): string | undefined {
  return [...log.drops.values()].map((drop) => wrongOdds(drop, log)).find((wrong) => wrong);
}

async function replay(from: string): Promise<LogReplay> {
  const source = openSource(from);
  const now = Math.floor(Date.now() / 1000);
  const log = await readLog(source, await newestLogOf(source));
  const practice = await practiceChainsOf(source, log.commitments.keys());
  const chainOf = (hash: string) => KNOWN_CHAINS.get(hash) ?? practice.get(hash);
  return replayLog({ primitives: noblePrimitives, now, chainOf }, log);
}

/**
 * Whether a log continues a note. If the note has the log's own origin, the log must begin with the tree in the
 * note. Otherwise the log must name the note.
 */
function follows(log: LogReplay, note: string): boolean {
  const seen = readCheckpoint(note);
  return seen.origin === log.checkpoint.origin
    ? isBeginning(noblePrimitives, log, seen)
    : isNamed(log, seen);
}

/**
 * The last stored note of this log, or of the log before it if this log has none. Older notes need no check, because
 * the last note was compared with them when it was stored. The file may contain years of notes, so this reads it
 * from its end, only as far back as needed.
 */
function lastNote(file: string, origin: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { size } = statSync(file);
  const beginning = JSON.stringify(`${origin}\n`).slice(0, -1);
  for (let bytes = END_BYTES; ; bytes *= 2) {
    const from = Math.max(0, size - bytes);
    // Leaves out the first line, which may be cut off, and the empty text after the last line break.
    const lines = readFrom(file, from, size)
      .split('\n')
      .slice(from === 0 ? 0 : 1, -1);
    const own = lines.findLast((line) => line.startsWith(beginning));
    const last = own ?? (from === 0 ? lines.at(-1) : undefined);
    if (last !== undefined) return JSON.parse(last) as string;
    if (from === 0) return undefined;
  }
}

function readFrom(file: string, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, bytes.length, from);
  } finally {
    closeSync(opened);
  }
  return bytes.toString('utf8');
}

/** Prints the fault, and as evidence the notes that the log signed. */
function tell(print: Print, sentence: string, ...notes: string[]): false {
  say(print, sentence);
  for (const note of notes) print(`\n${printable(note, { lines: true })}`);
  return false;
}

function say(print: Print, sentence: string): void {
  print(`${utcWords(Math.floor(Date.now() / 1000))}  ${printable(sentence)}`);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, once: { type: 'boolean', default: false } },
  });
  const [address] = positionals;
  if (address === undefined || !/^https?:/.test(address) || !URL.canParse(address)) {
    throw new Error('It needs the address of a shop');
  }
  return { ...values, address };
}

function argumentsOrUsage() {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${(error as Error).message}.`);
    console.error('npm run monitor -- ADDRESS [--keep folder] [--once]');
    return process.exit(2);
  }
}

if (import.meta.main) {
  const values = argumentsOrUsage();
  const { address } = values;
  const folder = values.keep ?? join('.monitor', new URL(address).host);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    console.error(`--keep ${folder}: ${(error as Error).message}.`);
    process.exit(2);
  }
  for (;;) {
    const code = await watchLogWithin(LOOK_MS, address, folder, console.log);
    if (code === 1 || values.once) process.exit(code);
    await setTimeout(EVERY_MS);
  }
}
