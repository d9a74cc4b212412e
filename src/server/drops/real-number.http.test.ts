// A shop runs on the day of a real public number. The proofs of its drop pass all nine checks of
// both verifiers.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import type { listAdminDrops, showAdminDrop } from '#contract/drops-admin.ts';
import type { boughtTicket } from '#contract/drops.ts';
import { bytesOfHex } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { readManifest, refOf, ticketHash } from '#domain/packproof/log-objects.ts';
import type { Mine } from '#domain/packproof/proof-file.ts';
import { KNOWN_CHAINS, timeOfRound } from '#domain/packproof/public-number.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import { readLog, servedAt } from '#verifier/read-log.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { readVectors } from '../../testing/proofs/proof-primitives.ts';
import { secondOpinion } from '../../testing/proofs/second-verifier.ts';
import { stockPackType } from '../../testing/stock.ts';
import { openBeacon } from '../public-log/open-beacon.ts';
import { newSeed, signersOf } from '../public-log/log-keys.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { writeVerifierKey } from '#domain/packproof/note.ts';
import { openWitness } from '../public-log/witness.ts';
import { advanceDrops } from './advance-drops.ts';

type WireDrop = z.input<typeof listAdminDrops.reply>['drops'][number];
type BoughtTicket = z.input<typeof boughtTicket>;

const ORIGIN = 'shop.example/log';
const PACKS = 20;
const { rounds } = readVectors<{ rounds: { round: number; signature: string }[] }>();
const number = rounds.find(({ round }) => round === 1000)!;
const [quicknet] = KNOWN_CHAINS.values();
const NUMBER_AT = timeOfRound(number.round, quicknet!);
/** The earliest publication time for which this round orders the drop. */
const PUBLISHED_AT = NUMBER_AT - quicknet!.delay - quicknet!.period + 1;
const OPENS_AT = NUMBER_AT + 600;
const DAY = 86_400;

const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
let folder: string;
let relay: Server;
let friend: Server;
let friendPort: number;
let policy: string;
let admin: SignedIn;
let buyer: SignedIn;
let seconds = PUBLISHED_AT - 100;

/**
 * Sets the clocks of the shop, of its database and of the witness. The clocks stand still until the
 * next call.
 */
async function setClock(at: number): Promise<void> {
  seconds = at;
  vi.setSystemTime(at * 1000);
  await shop.owner.query('update stopped_clock set at = to_timestamp($1)', [at]);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'real-number-'));
  vi.useFakeTimers({ toFake: ['Date'] });
  await shop.owner.query(`
    create table stopped_clock as select now() as at;
    grant select on stopped_clock to public;
    create or replace function shop_clock() returns timestamptz language sql as 'select at from public.stopped_clock';
    create or replace function shop_now() returns timestamptz language sql stable as 'select at from public.stopped_clock'`);
  await setClock(seconds);
  // The relay behaves like drand's: before the number's time, it does not have the number.
  relay = createServer(({ url }, response) => {
    const isTold = url!.endsWith('/public/1000') && seconds >= NUMBER_AT;
    response.writeHead(isTold ? 200 : 425).end(JSON.stringify(isTold ? number : {}));
  });
  shop.context.beacon = openBeacon({ chain: quicknet!, relays: [await listen(relay)] });
  const logKey = writeVerifierKey(proofPrimitives, signersOf(shop.context, ORIGIN)[0]!.key);
  const name = 'friend.example/w';
  const witness = await openWitness({ name, logs: [logKey], dir: folder, now: () => seconds });
  friend = witness.server;
  shop.context.config.witnesses = join(folder, 'witnesses');
  const address = await listen(friend);
  friendPort = Number(new URL(address).port);
  await writeFile(
    shop.context.config.witnesses,
    `witness friend ${witness.vkey} ${address}\nquorum friend\n`,
  );
  policy = `log ${logKey}\nwitness w ${witness.vkey}\nquorum w\n`;
  [admin, buyer] = [await shop.signUp({ credits: 1000, role: 'admin' }), await shop.signUp(1000)];
});
afterAll(async () => {
  vi.useRealTimers();
  relay.close();
  friend.close();
  await rm(folder, { recursive: true });
});

test('a buyer from a drop that drand ordered and a witness dated sees all nine checks green, once it is closed and all packs are opened', async () => {
  const packTypeId = await stockPackType(shop.context, { packs: PACKS, purchaseLimit: null });
  const instant = (at: number) => new Date(at * 1000).toISOString();
  const post = async <Data>(path: string, body: object, as = admin): Promise<Data> => {
    const response = await shop.call<Data>('POST', path, { as, body });
    expect(response.body).toMatchObject({ success: true });
    return response.body.data;
  };
  const draft = await post<WireDrop>('/admin/drops', {
    packTypeId,
    opensAt: instant(OPENS_AT),
    closesBy: instant(OPENS_AT + DAY),
  });
  await setClock(PUBLISHED_AT);
  const { hash } = await post<WireDrop>(`/admin/drops/${draft.id}/publish`, {});
  const seenBy = async () => {
    const path = `/admin/drops/${draft.id}`;
    const { body } = await shop.call<z.input<typeof showAdminDrop.reply>>('GET', path, {
      as: admin,
    });
    return body.data.witnesses;
  };
  // If a witness is unreachable after the publication, the shop asks it again until the number
  // arrives. The operator sees whether the witness has seen the drop.
  friend.close();
  friend.closeAllConnections();
  await advanceDrops(shop.context);
  expect(await seenBy()).toEqual([{ name: 'friend', seenAt: null }]);
  friend.listen(friendPort, '127.0.0.1');
  await once(friend, 'listening');
  await advanceDrops(shop.context);
  expect(await seenBy()).toEqual([{ name: 'friend', seenAt: instant(PUBLISHED_AT) }]);
  await setClock(NUMBER_AT);
  await advanceDrops(shop.context);

  await setClock(OPENS_AT);
  await post(`/admin/drops/${draft.id}/open`, {});
  const secrets = Array.from({ length: PACKS }, newSeed);
  const bought: BoughtTicket[] = [];
  for (let from = 0; from < PACKS; from += 10) {
    const refs = secrets
      .slice(from, from + 10)
      .map((one) => refOf(proofPrimitives, bytesOfHex(one)));
    const packs = [{ packId: packTypeId, quantity: refs.length }];
    const body = { packs, paymentMethod: 'balance', refs };
    const path = '/payments/purchase-with-balance';
    bought.push(...(await post<{ tickets: BoughtTicket[] }>(path, body, buyer)).tickets);
  }
  await setClock(OPENS_AT + 2);
  await advanceDrops(shop.context);
  await setClock(OPENS_AT + 60);
  await post(`/admin/drops/${draft.id}/close`, {});
  await advanceDrops(shop.context);

  const read = async (path: string) => {
    const response = await shop.app.inject(`/${servedAt(path)}`);
    return response.statusCode === 200 ? new Uint8Array(response.rawPayload) : undefined;
  };
  const log = await readLog({ read, text: (bytes) => new TextDecoder().decode(bytes) });
  const headers = { authorization: `Bearer ${buyer.accessToken}` };
  expect(bought).toHaveLength(PACKS);
  for (const [at, { placeId, ticket }] of bought.entries()) {
    const proof = (await shop.app.inject({ url: `/api/places/${placeId}/proof`, headers })).body;
    const { shop: origin, number: drop } = readManifest(log.entries[0]!);
    const mine: Mine = {
      v: 2,
      kind: 'mine',
      // The buyer saved the manifest only after the number existed, so only the witness proves that
      // the drop was fixed before that.
      manifests: [{ hash: hash!, at: OPENS_AT, shop: origin, packType: packTypeId, number: drop }],
      tickets: [{ hash: ticketHash(proofPrimitives, ticket), at: OPENS_AT, secret: secrets[at]! }],
      checkpoints: [log.checkpoint],
    };
    const asked = { proof, mine: writeCanonical(mine), policy, log, now: seconds };
    const reader = { primitives: proofPrimitives, chains: KNOWN_CHAINS };
    const checks = verifyPack({ ...reader, ...asked });
    expect(checks.filter(({ state }) => state !== 'green')).toEqual([]);
    expect(checks[3]!.says).toEqual([
      `Your witnesses saw the drop ${NUMBER_AT - PUBLISHED_AT} seconds before its number existed.`,
    ]);
    expect(checks[4]!.says[0]).toContain('Number 1000 of the public drand network');
    expect(new Set(Object.values(secondOpinion(asked)))).toEqual(new Set(['green']));
  }
});
