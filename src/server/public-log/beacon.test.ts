import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchBeacon, HttpCachingChain, HttpChainClient } from 'drand-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KNOWN_CHAINS, roundFor, timeOfRound } from '#domain/packproof/public-number.ts';
import { readVectors } from '../../testing/proofs/proof-primitives.ts';
import { openBeacon } from './open-beacon.ts';
import { startPracticeBeacon, type BeaconFault, type PracticeBeacon } from './practice-beacon.ts';

type Vectors = { rounds: { round: number; signature: string }[]; long1000: string };
const { rounds, long1000 } = readVectors<Vectors>();
const [quicknet] = KNOWN_CHAINS.values();

/** Starts a relay that answers each request for a round with the result of `respond`. */
async function relay(
  respond: (round: number) => { status?: number; body: unknown; location?: string },
) {
  const server = createServer((request, response) => {
    const { status = 200, body, location } = respond(Number(request.url!.split('/').at(-1)));
    response.writeHead(status, location === undefined ? {} : { location });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => server.close() };
}

const honest = (round: number) => ({ body: rounds.find((one) => one.round === round) ?? {} });

describe('drand’s real signatures', () => {
  test('are believed from any relay', async () => {
    const good = await relay(honest);
    const bad = await relay(() => ({ status: 500, body: 'no' }));
    const relays = [bad.address, 'http://127.0.0.1:9', good.address];
    const beacon = openBeacon({ chain: quicknet!, relays });
    for (const { round, signature } of rounds) {
      expect(await beacon.ask(round)).toMatchObject({ round, signature });
    }
    good.close();
    bad.close();
  });

  test.each<[string, Parameters<typeof relay>[0]]>([
    ['of another round', (round) => ({ body: { ...rounds[0], round } })],
    ['that is told as another round', () => ({ body: rounds[0] })],
    ['in a second spelling', () => ({ body: { round: 1000, signature: long1000 } })],
    ['that is no JSON', () => ({ body: 'hello' })],
    ['that is too long', () => ({ body: { ...rounds[1], more: 'x'.repeat(5000) } })],
    ['that is not there yet', () => ({ status: 425, body: {} })],
    ['from where a relay sends on to', () => ({ status: 302, location: '/elsewhere', body: {} })],
  ])('are not believed with a number %s', async (_what, response) => {
    const one = await relay(response);
    expect(await openBeacon({ chain: quicknet!, relays: [one.address] }).ask(1000)).toBeNull();
    one.close();
  });
});

test('an endless response of a relay is ended after the time limit', async () => {
  const part = Buffer.alloc(64_000, 32);
  let told = 0;
  const endless = createServer((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(part)) told += part.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const address = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  expect(await openBeacon({ chain: quicknet!, relays: [address] }).ask(1000)).toBeNull();
  expect(told).toBeLessThan(20_000_000);
  endless.closeAllConnections();
  endless.close();
});

describe('the practice beacon', () => {
  let dir: string;
  let beacon: PracticeBeacon;
  let now = Date.UTC(2026, 10, 1);
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'beacon-'));
    beacon = await startPracticeBeacon(dir, () => now);
  });
  afterAll(async () => {
    await beacon.close();
    await rm(dir, { recursive: true });
  });

  test('publishes a number at its time, and none before', async () => {
    const { chain } = beacon.source;
    const round = roundFor(Math.floor(now / 1000), chain);
    expect(await beacon.source.ask(round)).toBeNull();
    now = timeOfRound(round, chain) * 1000;
    expect(await beacon.source.ask(round)).toMatchObject({ round });
  });

  test('has drand’s interface: drand’s own client accepts its numbers, and finds a wrong one', async () => {
    const { hash, publicKey } = beacon.source.chain;
    const client = new HttpChainClient(
      new HttpCachingChain(`${beacon.address}/${hash}`, {
        disableBeaconVerification: false,
        noCache: true,
        chainVerificationParams: { chainHash: hash, publicKey },
      }),
    );
    const number = await beacon.source.ask(1);
    expect(await fetchBeacon(client, 1)).toMatchObject({ round: 1, signature: number!.signature });
    beacon.fault = 'wrong signature';
    await expect(fetchBeacon(client, 1)).rejects.toThrow('beacon');
    beacon.fault = null;
  });

  test('is the same after a restart, with a key that only its owner can read', async () => {
    const again = await startPracticeBeacon(dir, () => now);
    expect(again.source.chain).toEqual(beacon.source.chain);
    await again.close();
    expect((await stat(join(dir, 'practice-beacon'))).mode & 0o077).toBe(0);
  });

  test('is not a chain that a verifier knows', () => {
    expect(KNOWN_CHAINS.has(beacon.source.chain.hash)).toBe(false);
    expect(beacon.source.isPractice).toBe(true);
  });

  test.each<BeaconFault>(['late', 'wrong signature', 'wrong round', 'broken', 'hangs'])(
    'is not believed if it is broken: %s',
    async (fault) => {
      beacon.fault = fault;
      expect(await beacon.source.ask(1)).toBeNull();
      beacon.fault = null;
      expect(await beacon.source.ask(1)).not.toBeNull();
    },
  );
});
