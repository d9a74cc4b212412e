// Serves numbers for trials, on this machine only. They are like drand's numbers, but a key of the shop signs them.
// They show how the check works but prove nothing, because the key's owner knows each number in advance.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bigEndian, hexOf, joined } from '#domain/packproof/bytes.ts';
import { timeOfRound, type Chain } from '#domain/packproof/public-number.ts';
import type { BeaconSource } from '../runtime/beacon.ts';
import { BLS_DOMAIN } from '#verifier/noble-primitives.ts';
import { openBeacon } from './open-beacon.ts';
import { proofPrimitives } from './proof-primitives.ts';

const bls = bls12_381.shortSignatures;
const SCHEME = 'bls-unchained-g1-rfc9380';
const PERIOD = 1;
const DELAY = 1;
const MIN_OPEN = 60;

/** A fault of the beacon, for tests. */
export type BeaconFault = 'late' | 'wrong signature' | 'wrong round' | 'broken' | 'hangs';

export type PracticeBeacon = {
  source: BeaconSource;
  address: string;
  fault: BeaconFault | null;
  close: () => Promise<void>;
};

/**
 * Starts to publish numbers on loopback, signed with the key in a data directory. `now`: returns the time in
 * milliseconds.
 */
export async function startPracticeBeacon(
  dataDir: string,
  now: () => number = Date.now,
): Promise<PracticeBeacon> {
  const stored = await storedKey(dataDir, now);
  const chain = chainOf(stored);
  const server = createServer((request, response) => {
    const [, hash, what, round] = (request.url ?? '').split('/');
    if (hash !== chain.hash) return respond(response, 404, { error: 'no such chain' });
    if (what === 'info') return respond(response, 200, infoOf(chain));
    if (what !== 'public' || !/^[1-9]\d{0,14}$/.test(round ?? '')) {
      return respond(response, 404, { error: 'no such page' });
    }
    tell(response, Number(round));
  });

  function tell(response: ServerResponse, round: number): void {
    if (beacon.fault === 'hangs') return;
    if (beacon.fault === 'broken') return respond(response, 500, { error: 'broken' });
    if (beacon.fault === 'late' || timeOfRound(round, chain) * 1000 > now()) {
      return respond(response, 425, { error: 'too early' });
    }
    const told = beacon.fault === 'wrong round' ? round + 1 : round;
    const signed = beacon.fault === 'wrong signature' ? round + 1 : round;
    const signature = sign(stored.secret, signed);
    const randomness = hexOf(proofPrimitives.sha256(signature));
    respond(response, 200, { round: told, randomness, signature: hexOf(signature) });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const beacon: PracticeBeacon = {
    source: openBeacon({ chain, relays: [address], isPractice: true }),
    address,
    fault: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return beacon;
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sign(secret: Uint8Array, round: number): Uint8Array {
  const message = proofPrimitives.sha256(bigEndian(round, 8));
  return bls.sign(bls.hash(message, BLS_DOMAIN), secret).toBytes(true);
}

type StoredKey = { secret: Uint8Array; genesis: number };

/** Returns the key in a data directory. The key is created once, and only its owner can read the file. */
async function storedKey(dataDir: string, now: () => number): Promise<StoredKey> {
  const file = join(dataDir, 'practice-beacon');
  await mkdir(dataDir, { recursive: true });
  const fresh = `${hexOf(bls12_381.utils.randomSecretKey())} ${Math.floor(now() / 1000)}\n`;
  try {
    await writeFile(file, fresh, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const [secret = '', genesis] = (await readFile(file, 'utf8')).trim().split(' ');
  return { secret: Uint8Array.from(Buffer.from(secret, 'hex')), genesis: Number(genesis) };
}

/** The public values of the practice chain. As with drand, the chain's id is a hash of these values. */
function chainOf({ secret, genesis }: StoredKey): Chain {
  const publicKey = bls.getPublicKey(secret).toBytes(true);
  const { sha256, utf8 } = proofPrimitives;
  const values = [bigEndian(PERIOD, 4), bigEndian(genesis, 8), publicKey, sha256(publicKey)];
  return {
    hash: hexOf(sha256(joined([...values, utf8(SCHEME)]))),
    publicKey: hexOf(publicKey),
    scheme: SCHEME,
    genesis,
    period: PERIOD,
    delay: DELAY,
    minOpen: MIN_OPEN,
  };
}

const infoOf = ({ hash, publicKey, genesis, period, scheme }: Chain) => ({
  public_key: publicKey,
  period,
  genesis_time: genesis,
  hash,
  groupHash: hexOf(proofPrimitives.sha256(Uint8Array.from(Buffer.from(publicKey, 'hex')))),
  schemeID: scheme,
  metadata: { beaconID: 'practice' },
});
