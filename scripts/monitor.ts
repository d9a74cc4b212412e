// Watches a shop's public log, for whoever takes nobody's word: `npm run monitor -- ADDRESS`. Each minute it reads the
// log, replays every rule of it, and holds it against every checkpoint that it ever saw, which it keeps in a folder.
// What is wrong is printed with both notes, and ends it with 1; `--once` looks once, and ends with 2 without an answer.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wrongOdds } from '#domain/packproof/check-drop.ts';
import { isBeginning, isNamed } from '#domain/packproof/check-log.ts';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import { replayLog, type LogReplay } from '#domain/packproof/log-replay.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { utcWords } from '#domain/packproof/utc.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';
import { newestLogOf, practiceChainsOf, readLog } from '#verifier/read-log.ts';
import { openSource } from './log-source.ts';

const EVERY_MS = 60_000;

type Print = (text: string) => void;

/** Looks once: 0 where nothing is wrong, 1 where something is, 2 without an answer. */
export async function watchLog(from: string, folder: string, print: Print): Promise<0 | 1 | 2> {
  mkdirSync(folder, { recursive: true });
  const found = await look(from, join(folder, 'checkpoints.jsonl'), print).catch(
    (error: unknown) => {
      say(print, `${(error as Error).message}.`);
      return null;
    },
  );
  if (found === null) return 2;
  return found ? 0 : 1;
}

/** Whether nothing is wrong. What may have changed while it was read is read once more. */
async function look(from: string, file: string, print: Print): Promise<boolean> {
  const seen = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as string)
    : [];
  const first = await replay(from);
  const log = first.fault === undefined ? first : await replay(from);
  const note = log.log.checkpoint;
  // The first manifest says whose a log is: one that was begun anew has none for a while.
  const isNobodys = log.keys.length === 0 && log.entries.length === log.log.entries.length;
  const broken = isNobodys ? undefined : (log.fault ?? brokenOdds(log));
  if (broken !== undefined) return tell(print, broken, note);
  const other = unlike(log, seen);
  if (other !== undefined) return tell(print, 'The log went back, or was rewritten.', note, other);
  if (isNobodys) {
    say(
      print,
      `${log.checkpoint.origin} was begun, and has no drop yet: whose it is, is not known.`,
    );
    return true;
  }
  if (seen.at(-1) !== note) appendFileSync(file, `${JSON.stringify(note)}\n`);
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
 * A note that the log does not agree with: of its own it says what it told then, of the one before that it follows it. What
 * older ones told was held against it when that one was seen first.
 */
function unlike(log: LogReplay, notes: string[]): string | undefined {
  const seen = notes.map((text) => ({ text, ...readCheckpoint(text) }));
  const own = seen.filter(({ origin }) => origin === log.checkpoint.origin);
  const before = own.length > 0 ? [] : seen.filter(({ origin }) => origin === seen.at(-1)!.origin);
  return (
    own.find((one) => !isBeginning(noblePrimitives, log, one)) ??
    before.find((one) => !isNamed(log, one))
  )?.text;
}

/** Evidence: what is wrong, and what the log signed. */
function tell(print: Print, sentence: string, ...notes: string[]): false {
  say(print, sentence);
  for (const note of notes) print(`\n${note}`);
  return false;
}

function say(print: Print, sentence: string): void {
  print(`${utcWords(Math.floor(Date.now() / 1000))}  ${sentence}`);
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
  for (;;) {
    const code = await watchLog(address, folder, console.log);
    if (code === 1 || values.once) process.exit(code);
    await setTimeout(EVERY_MS);
  }
}
