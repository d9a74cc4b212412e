import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLog } from '#verifier/read-log.ts';
import {
  practiceFiles,
  proofFiles,
  STORED_PROOF,
  storedProof,
  writeFiles,
} from '../src/testing/proofs/proof-folder.ts';
import { secondOpinion } from '../src/testing/proofs/second-verifier.ts';
import { openSource } from './log-source.ts';
import { packproof } from './packproof.ts';

const folder = mkdtempSync(join(tmpdir(), 'packproof-'));
const files = proofFiles();
writeFiles(folder, files);
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls the command as a function. Returns what it prints, and its exit code. */
async function run(...args: string[]): Promise<{ code: number; says: string }> {
  const { code, out, err } = await packproof(args);
  return { code, says: out + err };
}

/** Runs the command in a separate process. */
function runProcess(...args: string[]): Promise<{ code: number; says: string }> {
  return new Promise((resolve) => {
    const command = ['scripts/packproof.ts', ...args];
    execFile(process.execPath, command, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), says: stdout + stderr });
    });
  });
}

const at = (name: string) => join(folder, name);
const proof = String(files.get('packproof.json'));
const CHECKS = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9'];

function save(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

const MINE = ['--mine', at('mine.json'), '--policy', at('policy.txt')];

describe('the proof of a pack on the command line', () => {
  test('shows seven checks with a real public number and the reader’s own witness; the checks that need the log wait', async () => {
    const { code, says } = await runProcess(at('packproof.json'), ...MINE);
    expect(says).toContain('Place 2 of drop 1 of magic-test, sold by shop.example/log');
    expect(says).toContain('public since 2023-08-23 15:59:24 UTC');
    expect(says).toContain('Your witnesses saw the drop 54 seconds before its number existed.');
    expect(says).toContain('7 of 9 shown, 2 waiting.');
    expect(code).toBe(0);
  });

  test('shows all nine with a folder that has the log of the whole drop', async () => {
    const { code, says } = await run(at('packproof.json'), ...MINE, '--log', folder);
    expect(says).toContain('9 of 9 shown.');
    expect(code).toBe(0);
  });

  test('shows in amber what only the shop claims, if nothing of the buyer is at hand', async () => {
    const { code, says } = await run(at('packproof.json'));
    expect(says).toContain('4 of 9 shown, 3 by the shop’s word, 2 waiting.');
    expect(code).toBe(0);
  });

  test('shows in amber that a practice number proves nothing, with its time', async () => {
    const own = at('practice');
    writeFiles(own, practiceFiles());
    const bring = (name: string) => join(own, name);
    const mine = ['--mine', bring('mine.json'), '--policy', bring('policy.txt')];
    const { code, says } = await run(bring('packproof.json'), ...mine, '--log', own);
    expect(says).toContain('Practice number 2, public since 2023-08-23 15:58:24 UTC');
    expect(says).toContain('It does not prove that the shop did not choose.');
    expect(says).toContain('7 of 9 shown, 2 by the shop’s word.');
    expect(code).toBe(0);
  });

  test('names the failed check and what to do if one letter of the file differs', async () => {
    const changed = save('changed.json', proof.replace('Ember Fox', 'Ember Box'));
    const { code, says } = await runProcess(changed, ...MINE);
    expect(says).toContain('V7  WRONG: What you got is what was locked before the first sale');
    expect(says).toContain('show both to somebody you trust');
    expect(says).toContain('6 of 9 shown, 2 waiting, 1 wrong.');
    expect(code).toBe(1);
  });

  describe('queries a shop for its log', () => {
    const server = createServer(({ url = '' }, response) => {
      const path = url.replace(/^\/(?:api\/(?=drops\/))?/, '');
      const file = files.get(path);
      if (!file) response.writeHead(404).end();
      else if (path.endsWith('/commitments')) {
        response.end(JSON.stringify({ success: true, data: JSON.parse(String(file)) as unknown }));
      } else response.end(file);
    });
    let address = '';
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      address = `http://127.0.0.1:${port}`;
    });
    afterAll(() => void server.close());

    test('at its address, with responses in their envelope', async () => {
      const { says } = await run(at('packproof.json'), ...MINE, '--log', address);
      expect(says).toContain('9 of 9 shown.');
    });

    test('and says so if it has none, or does not respond', async () => {
      const none = await run(at('packproof.json'), '--log', `${address}/elsewhere/`);
      expect(none).toEqual({ code: 2, says: 'There is no log here.\n' });
      const dead = await run(at('packproof.json'), '--log', 'http://127.0.0.1:1');
      expect(dead).toEqual({ code: 2, says: 'http://127.0.0.1:1/ does not answer.\n' });
    });
  });
});

describe('the stored proof for authors of verifiers', () => {
  const stored = (name: string) => join(STORED_PROOF, name);

  test('equals what we would write today, to the byte', () => {
    const texts = (all: ReadonlyMap<string, Buffer | string>) =>
      new Map([...all].map(([path, content]) => [path, Buffer.from(content).toString('hex')]));
    expect(texts(storedProof())).toEqual(texts(files));
  });

  test('shows each check, V1 to V9, with a number of drand and the witness of its reader’s policy', async () => {
    const bring = ['--mine', stored('mine.json'), '--policy', stored('policy.txt')];
    const { code, says } = await run(stored('packproof.json'), ...bring, '--log', STORED_PROOF);
    expect(says.match(/^V\d  .*?(?=:)/gm)).toEqual(CHECKS.map((name) => `${name}  SHOWN`));
    expect(says).toContain('Number 1000 of the public drand network');
    expect(says).toContain('Your witnesses saw the drop 54 seconds before its number existed.');
    expect(code).toBe(0);
  });

  test('gives the second verifier the same result', async () => {
    const text = (name: string) => readFileSync(stored(name), 'utf8');
    const [proof, mine, policy] = ['packproof.json', 'mine.json', 'policy.txt'].map(text);
    const log = await readLog(openSource(STORED_PROOF));
    const now = Math.floor(Date.now() / 1000);
    const opinion = secondOpinion({ proof: proof!, mine: mine!, policy: policy!, log, now });
    expect(opinion).toEqual(Object.fromEntries(CHECKS.map((name) => [name, 'green'])));
  });
});

describe('a file that is no proof gets a sentence about what it is', () => {
  const anotherShop = proof.replaceAll('shop.example/log', 'other.example/log');
  test.each<[string, () => string, number, string]>([
    ['cut off', () => save('cut.json', proof.slice(0, 3000)), 2, 'only part of a file'],
    [
      'of 50 MB',
      () => save('large.json', Buffer.alloc(50_000_000, 32)),
      2,
      'is 50 MB, too large to be a proof',
    ],
    [
      'of another version',
      () => save('version.json', proof.replace(/"v":2}$/, '"v":3}')),
      2,
      'has a version that is not known here',
    ],
    [
      'of little more than may be',
      () => save('larger.json', Buffer.alloc(1_100_000, 32)),
      2,
      'is 1.1 MB, too large to be a proof',
    ],
    ['of a browser', () => at('mine.json'), 2, 'what a browser knows, not the proof of a pack'],
    ['a picture', () => save('picture.json', Uint8Array.of(137, 80, 78, 71)), 2, 'is no text'],
    ['not there', () => at('nowhere.json'), 2, 'There is no file'],
    ['of another shop', () => save('other.json', anotherShop), 1, 'sold by other.example/log'],
    [
      'with its own memory',
      () => save('memory.json', proof.replace('{', '{"checkpoints":[],')),
      2,
      'what only a buyer’s own browser can know',
    ],
  ])('%s', async (_what, file, wanted, sentence) => {
    const { code, says } = await run(file(), ...MINE, '--log', folder);
    expect(says).toContain(sentence);
    expect(says).not.toContain('Error');
    expect(code).toBe(wanted);
  });

  test('but a policy may have Windows line ends', async () => {
    const policy = String(files.get('policy.txt')).replaceAll('\n', '\r\n');
    const { says } = await run(at('packproof.json'), '--policy', save('windows.txt', policy));
    expect(says).toContain('Your witnesses saw the drop 54 seconds before its number existed.');
  });

  test('and a call without a file prints the usage', async () => {
    expect(await runProcess()).toEqual({
      code: 2,
      says: expect.stringContaining('npm run packproof --') as string,
    });
  });
});
