import { writeCanonical } from '#domain/packproof/canon.ts';
import { entryHash, readManifest, refOf, ticketHash } from '#domain/packproof/log-objects.ts';
import { bytesOfHex } from '#domain/packproof/bytes.ts';
import { readMine, readProofFile, type ProofFile } from '#domain/packproof/proof-file.ts';
import { noblePrimitives as primitives } from '#verifier/noble-primitives.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { proofFiles } from '../../testing/proofs/proof-folder.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import {
  endPurchases,
  forgetTickets,
  hasTicketOf,
  isBegun,
  storeTickets,
  mineFileFor,
  noteCheckpoints,
  noteDrop,
  notePayment,
  refsFor,
  secretsToGiveBack,
} from './own-knowledge.ts';

const MIRA = '7f3c9100-0000-4000-8000-000000000001';
const ADA = '7f3c9100-0000-4000-8000-000000000002';
const PACK = '7f3c9100-0000-4000-8000-00000000000a';
const PROOF = readProofFile(String(proofFiles().get('packproof.json')));
const DROP = entryHash(primitives, PROOF.manifest);

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: browserStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  browserStorage.removeItem('packproof');
});

const ticketFor = (ref: string, place = 2) =>
  writeCanonical({ v: 2, kind: 'ticket', manifest: DROP, place, ref, issuedAt: 1_700_000_000 });
const given = (ref: string, place = 2) => ({ placeId: PACK, ticket: ticketFor(ref, place) });
/** Returns the parsed file `mine.json` that this browser would save for a proof with this ticket. */
const mineTo = async (userId: string | null, ticket: string, more: Partial<ProofFile> = {}) =>
  readMine(await mineFileFor(userId, writeCanonical({ ...PROOF, ticket, ...more })));

test('each pack gets a secret of its own, and the same purchase the same ones', async () => {
  const refs = (await refsFor(MIRA, 'cart', 3))!;
  expect(new Set(refs).size).toBe(3);
  expect(isBegun(MIRA, 'cart')).toBe(true);
  expect(await refsFor(MIRA, 'cart', 3)).toEqual(refs);
  const [one, other] = await Promise.all([refsFor(MIRA, 'next', 1), refsFor(MIRA, 'next', 1)]);
  expect(one).toEqual(other);
  expect(refs).not.toContain(one![0]);
  expect(await refsFor(ADA, 'cart', 3)).not.toEqual(refs);
  // After `endPurchases`, the same cart counts as a new purchase and gets new hashes.
  endPurchases(MIRA);
  expect(await refsFor(MIRA, 'cart', 3)).not.toEqual(refs);
});

test('a cart that is begun again the next day gets new secrets, because the earlier purchase may still be paid', async () => {
  const refs = await refsFor(MIRA, 'cart', 1);
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  expect(isBegun(MIRA, 'cart')).toBe(false);
  expect(await refsFor(MIRA, 'cart', 1)).not.toEqual(refs);
  await storeTickets(MIRA, [given(refs![0]!)]);
  expect(hasTicketOf(MIRA, PACK)).toBe(true);
});

test('a ticket is stored with its secret, of which the shop got only the hash', async () => {
  const [ref] = (await refsFor(MIRA, 'cart', 1))!;
  expect(hasTicketOf(MIRA, PACK)).toBe(false);
  await storeTickets(MIRA, [given(ref!)], 'cart');
  await storeTickets(MIRA, [given(ref!)], 'cart');
  const { tickets } = await mineTo(MIRA, ticketFor(ref!));
  expect(tickets).toEqual([
    {
      hash: ticketHash(primitives, ticketFor(ref!)),
      at: expect.any(Number),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(refOf(primitives, bytesOfHex(tickets[0]!.secret))).toBe(ref);
  expect([hasTicketOf(MIRA, PACK), hasTicketOf(ADA, PACK)]).toEqual([true, false]);
  // Neither another user of this browser nor a signed-out visitor gets the ticket.
  expect((await mineTo(ADA, ticketFor(ref!))).tickets).toEqual([]);
  expect((await mineTo(null, ticketFor(ref!))).tickets).toEqual([]);
});

test('a second ticket for the same secret is stored beside the first, as evidence', async () => {
  const [ref] = (await refsFor(MIRA, 'cart', 1))!;
  await storeTickets(MIRA, [given(ref!, 2)]);
  await storeTickets(MIRA, [given(ref!, 3)]);
  const { tickets } = await mineTo(MIRA, ticketFor(ref!, 3));
  expect(tickets.map(({ hash }) => hash)).toEqual(
    [2, 3].map((place) => ticketHash(primitives, ticketFor(ref!, place))),
  );
});

test('a ticket for a foreign secret, in response to this browser’s purchase, is stored with one of its own', async () => {
  const [ref, other] = (await refsFor(MIRA, 'cart', 2))!;
  notePayment(MIRA, 'cart', 'pi_1');
  endPurchases(MIRA);
  const foreign = 'ab'.repeat(32);
  await storeTickets(MIRA, [given(ref!), given(foreign, 3)], 'pi_1');
  const [stored] = (await mineTo(MIRA, ticketFor(foreign, 3))).tickets;
  expect(stored!.hash).toBe(ticketHash(primitives, ticketFor(foreign, 3)));
  expect(refOf(primitives, bytesOfHex(stored!.secret))).toBe(other);
  // A ticket is not stored if another browser made its payment.
  const strange = 'cd'.repeat(32);
  await storeTickets(MIRA, [given(strange)], 'pi_2');
  expect((await mineTo(MIRA, ticketFor(strange))).tickets).toEqual([]);
});

test('packs are returned with their own secrets, which are then deleted', async () => {
  const [ref, other] = (await refsFor(MIRA, 'cart', 2))!;
  await storeTickets(MIRA, [given(ref!), given(other!, 3)], 'cart');
  const secrets = secretsToGiveBack(MIRA, [given(ref!)]);
  expect(secrets.map((secret) => refOf(primitives, bytesOfHex(secret)))).toEqual([ref]);
  forgetTickets(MIRA, [given(ref!)]);
  expect(secretsToGiveBack(MIRA, [given(ref!), given(other!, 3)])).toHaveLength(1);
});

test('a drop is stored with the time of its first view, and the shown checkpoints', async () => {
  vi.useFakeTimers({ now: 1_700_000_100_000, toFake: ['Date'] });
  const note = PROOF.manifestProof.slice(PROOF.manifestProof.indexOf('\n\n') + 2);
  await noteDrop(PROOF.manifest, null);
  vi.setSystemTime(1_700_000_900_000);
  await noteDrop(PROOF.manifest, note);
  noteCheckpoints(writeCanonical(PROOF));
  const { shop, packType, number } = readManifest(PROOF.manifest);
  const mine = await mineTo(null, PROOF.ticket);
  expect(mine.manifests).toEqual([{ hash: DROP, at: 1_700_000_100, shop, packType, number }]);
  expect(mine.checkpoints).toHaveLength(2);
  expect(mine.checkpoints[0]).toBe(note);
});

test('a shop on this machine that was set up again is no liar, and any other is', async () => {
  const manifest = readManifest(PROOF.manifest);
  const hashesSeen = async (shop: string) => {
    const written = writeCanonical({ ...manifest, shop });
    await noteDrop(written, `${shop}\n1\nroot\n\n— ${shop} signature\n`);
    const anew = writeCanonical({ ...manifest, shop, ticketKey: 'ab'.repeat(32) });
    await noteDrop(anew, null);
    const { manifests, checkpoints } = await mineTo(null, PROOF.ticket, { manifest: anew });
    return [manifests.length, checkpoints.length];
  };
  expect(await hashesSeen('localhost/log')).toEqual([1, 0]);
  expect(await hashesSeen('shop.example/log')).toEqual([2, 1]);
});

test('a browser without storage sends no secrets: the shop makes them, so that packs can be returned', async () => {
  vi.stubGlobal('window', { localStorage: { getItem: () => null } });
  expect(await refsFor(MIRA, 'cart', 1)).toBeUndefined();
  vi.stubGlobal('window', {});
  expect(await refsFor(MIRA, 'other', 1)).toBeUndefined();
  vi.stubGlobal('window', { localStorage: browserStorage });
  expect(await refsFor(MIRA, 'many', 101)).toBeUndefined();
  vi.stubGlobal('crypto', {});
  expect(await refsFor(MIRA, 'insecure', 1)).toBeUndefined();
});

test('foreign data in the storage is ignored', async () => {
  browserStorage.setItem('packproof', 'nothing of ours');
  expect(await refsFor(MIRA, 'cart', 1)).toHaveLength(1);
});

test('the last two hundred entries are kept, and an unused secret is deleted after a month', async () => {
  const [ref] = (await refsFor(MIRA, 'cart', 1))!;
  await storeTickets(MIRA, [given(ref!)], 'cart');
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000, toFake: ['Date'] });
  await refsFor(MIRA, 'later', 1);
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  await refsFor(MIRA, 'last', 1);
  expect([isBegun(MIRA, 'later'), hasTicketOf(MIRA, PACK)]).toEqual([false, true]);
  for (const name of ['one', 'two', 'three']) await refsFor(MIRA, name, 100);
  expect([isBegun(MIRA, 'one'), hasTicketOf(MIRA, PACK)]).toEqual([false, false]);
});
