// Gets drand's numbers over HTTP. Several relays are asked at once, and the first valid response wins. Each number is
// verified, so a bad relay can only cost time.
import * as z from 'zod/mini';
import { isNumberOf, type Chain } from '#domain/packproof/public-number.ts';
import type { BeaconSource, PublicNumber } from '../runtime/beacon.ts';
import { proofPrimitives } from './proof-primitives.ts';
import { readAtMost } from './read-at-most.ts';

export const DRAND_RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

const WAIT_MS = 2_000;
const LONGEST_RESPONSE = 4_000;

const told = z.object({
  round: z.int(),
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
});

/** Opens the numbers of a chain. Any of the relays may supply them. */
export function openBeacon({
  chain,
  relays,
  isPractice = false,
}: {
  chain: Chain;
  relays: string[];
  isPractice?: boolean;
}): BeaconSource {
  return {
    chain,
    isPractice,
    ask: (round) =>
      Promise.any(relays.map((relay) => askRelay(chain, relay, round))).catch(() => null),
  };
}

/** Asks a relay for a round. If the response is for another round, or its signature is not valid, throws. */
async function askRelay(chain: Chain, relay: string, round: number): Promise<PublicNumber> {
  const response = await fetch(`${relay}/${chain.hash}/public/${round}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (!response.ok) throw new Error(`${relay} responded with ${response.status}`);
  const number = told.parse(JSON.parse(await readAtMost(response, LONGEST_RESPONSE)));
  if (number.round !== round || !isNumberOf(proofPrimitives, number, chain)) {
    throw new Error(`${relay} sent the number of another round, or an invalid one`);
  }
  return { ...number, source: new URL(relay).host };
}
