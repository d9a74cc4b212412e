// Checks the proof of a pack: `npm run packproof -- packproof.json`. Exits with 0 if nothing is wrong, and with 1 if a
// check fails. Exits with 2 if there is nothing to check, because the file is no proof or the log can't be read.
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { aboutProof, aboutWords } from '#domain/packproof/about-proof.ts';
import { checksReport } from '#domain/packproof/check-words.ts';
import { logPathOf } from '#domain/packproof/log-host.ts';
import { refuseLarge } from '#domain/packproof/proof-file.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';
import { readLog } from '#verifier/read-log.ts';
import { openSource } from './log-source.ts';

const USAGE = `npm run packproof -- packproof.json [--mine mine.json] [--policy policy.txt] [--log address-or-folder]

  --mine    what your own browser saved beside the proof: never take it from the shop
  --policy  whom you trust: the log's key and its witnesses (C2SP tlog-policy), your own file
  --log     the address of the shop, or a folder that holds log/ and drops/ as it serves them
`;

/** Runs the command with these arguments. Returns its exit code and its output. */
export async function packproof(
  args: string[],
): Promise<{ code: number; out: string; err: string }> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        mine: { type: 'string' },
        policy: { type: 'string' },
        log: { type: 'string' },
      },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) {
      return { code: 2, out: '', err: USAGE };
    }
    const proof = readText(file);
    const checks = verifyPack({
      primitives: noblePrimitives,
      chains: KNOWN_CHAINS,
      now: Math.floor(Date.now() / 1000),
      proof,
      ...(values.mine !== undefined && { mine: readText(values.mine) }),
      // A buyer may edit a policy on a system whose lines end in CRLF.
      ...(values.policy !== undefined && {
        policy: readText(values.policy).replaceAll('\r\n', '\n'),
      }),
      ...(values.log !== undefined && {
        log: await readLog(openSource(values.log), logPathOf(aboutProof(proof)?.shop ?? '')),
      }),
    });
    const out = checksReport(aboutWords(aboutProof(proof)), checks);
    return { code: checks.some(({ state }) => state === 'red') ? 1 : 0, out, err: '' };
  } catch (error) {
    return { code: 2, out: '', err: `${(error as Error).message}.\n` };
  }
}

function readText(file: string): string {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) throw new Error(`There is no file ${file}`);
  refuseLarge(file, size);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} is no text`, { cause: error });
  }
}

if (import.meta.main) {
  const { code, out, err } = await packproof(process.argv.slice(2));
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = code;
}
