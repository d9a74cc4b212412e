// Shares the places for expensive work, which is hashing passwords, between networks and accounts.
// So a caller with many requests does not shut out a caller with one request (choice 180).
import { Rejection } from '#domain/rejection.ts';
import { makeGate, type GateLimits, type Sharing } from '#engine/gate.ts';

/** The account and the network for which a place in the queue is counted. */
export type Asker = { account: string; network: string };

/** `ofAccount` and `ofNetwork` limit how many items of one account or network may run or wait at a time. */
type PlaceLimits = GateLimits & { ofAccount: number; ofNetwork: number };

// In a shop without rate limits, all callers count as this one.
const ANYBODY: Asker = { account: '', network: '' };
const RETRY_AFTER_S = 1;

const countOf = (askers: readonly Asker[], part: keyof Asker, name: string): number =>
  askers.reduce((count, one) => count + (one[part] === name ? 1 : 0), 0);

const SHARED_FAIRLY: Sharing<Asker> = {
  /**
   * Picks the item whose network has the fewest running items. Between items of equal networks,
   * picks the item whose account has the fewest running items, and then the oldest item.
   */
  next(waiting, running) {
    const ranks = waiting.map(
      ({ network, account }) =>
        // The factor makes networks count before accounts, because no account ever has 1,000
        // running items.
        countOf(running, 'network', network) * 1_000 + countOf(running, 'account', account),
    );
    return ranks.indexOf(Math.min(...ranks));
  },
  /**
   * Picks the waiting item that loses its place to the asker. It is the newest waiting item of the
   * network with the most places. Picks none (-1) unless this network has at least two places more
   * than the asker's network.
   */
  evict(waiting, running, { network }) {
    const placesOf = (name: string) =>
      countOf(running, 'network', name) + countOf(waiting, 'network', name);
    const counts = waiting.map((place) => placesOf(place.network));
    const most = Math.max(...counts);
    return most <= placesOf(network) + 1 ? -1 : counts.lastIndexOf(most);
  },
};

/**
 * Makes a queue. The returned function waits for a place and then runs `work`. It rejects with
 * RATE_LIMITED if the asker's account or network has too many places, and with UNAVAILABLE if all
 * places are taken.
 */
export function shareHashingPlaces(limits: PlaceLimits) {
  const throughGate = makeGate(limits, () => new Rejection('UNAVAILABLE'), {
    ...SHARED_FAIRLY,
    admit(waiting, running, asker) {
      if (asker === ANYBODY) return;
      const places = [...running, ...waiting];
      const isGreedy =
        countOf(places, 'account', asker.account) >= limits.ofAccount ||
        countOf(places, 'network', asker.network) >= limits.ofNetwork;
      if (isGreedy) throw Rejection.tooSoon(RETRY_AFTER_S);
    },
  });
  return <Result>(who: Asker | null, work: () => Promise<Result>): Promise<Result> =>
    throughGate(work, who ?? ANYBODY);
}
