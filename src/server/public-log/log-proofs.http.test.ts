import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeVerifierKey } from '#domain/packproof/note.ts';
import { readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { useTestApp } from '../../testing/app.ts';
import { inTransaction } from '#engine/database.ts';
import { appendToLog } from './append-to-log.ts';
import { proveEntry } from './log-proofs.ts';
import { findCosignaturesAfter, findLog } from './log-queries.ts';
import { newSigner, proofPrimitives } from './proof-primitives.ts';
import { signLog } from './sign-log.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
const SEEN_AT = 1_800_000_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-'));
  const { key } = newSigner('friend.example/w', 'witness', '77'.repeat(32));
  const friend = `witness friend ${writeVerifierKey(proofPrimitives, key)} http://127.0.0.1:9`;
  shop.context.config.witnesses = join(folder, 'policy');
  await writeFile(shop.context.config.witnesses, `${friend}\nquorum friend\n`);
});
afterAll(() => rm(folder, { recursive: true }));

test('a proof finds the first quorum among many other signatures, and reads none after it', async () => {
  const { context } = shop;
  const { db } = context;
  const grow = async (text: string) => {
    const at = Math.floor(Date.now() / 1000);
    await inTransaction(db, (inside) =>
      appendToLog({ ...context, db: inside }, [{ v: 2, kind: 'incident', at, text }]),
    );
    await signLog(context);
  };
  const sign = async (size: number, witnesses: string[]) =>
    shop.owner.query(
      `insert into log_cosignatures (log, size, witness, line, at)
       select $1, $2, unnest($3::text[]), '', $4`,
      [(await findLog(db))!.number, size, witnesses, SEEN_AT],
    );
  const query = vi.spyOn(db.client, 'query');
  const prove = async (index: number) => {
    query.mockClear();
    const proof = readTlogProof((await proveEntry(context, (await findLog(db))!, index))!);
    return { size: proof.checkpoint.size, statements: query.mock.calls.length };
  };
  // The shop's policy does not count these witnesses. They represent witnesses of earlier policies, and witnesses
  // beyond the quorum.
  const others = Array.from({ length: 250 }, (_, index) => `other ${index}`);
  await grow('It rained');
  await sign(1, others);
  expect((await prove(0)).size).toBe(1);
  await grow('It snowed');
  await sign(2, ['friend']);
  const [far, near] = [await prove(0), await prove(1)];
  expect([far.size, near.size]).toEqual([2, 2]);
  // The proof reads two more pages, to get past the 250 other signatures.
  expect(far.statements - near.statements).toBe(2);
  await grow('The sun came out');
  await sign(3, others);
  expect(await prove(1)).toEqual(near);
  query.mockRestore();
  const page = await findCosignaturesAfter(db, (await findLog(db))!.number, {
    size: 1,
    witness: '',
  });
  expect(page).toHaveLength(100);
});
