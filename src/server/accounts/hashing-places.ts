// Shares the places for expensive work (hashing passwords) between networks and accounts, so that a
// caller with many requests does not shut out a caller with one request (choice 180).
import { Rejection } from '#domain/rejection.ts';
import { makeGate, type GateLimits, type Sharing } from '#engine/gate.ts';

/** The account and the network that a place in the queue is counted for. */
export type Asker = { account: string; network: string };

/** `ofAccount`, `ofNetwork`: how many items of one account or network may run or wait at once. */
type PlaceLimits = GateLimits & { ofAccount: number; ofNetwork: number };

// All callers share this key in a shop without rate limits.
const ANYBODY: Asker = { account: '', network: '' };
const RETRY_AFTER_S = 1;

const countOf = (askers: readonly Asker[], part: keyof Asker, name: string): number =>
  askers.reduce((count, one) => count + (one[part] === name ? 1 : 0), 0);

const SHARED_FAIRLY: Sharing<Asker> = {
  /**
   * Picks the item whose network has the fewest running items; among these, the one whose account
   * has the fewest; among these, the oldest.
   */
  next(waiting, running) {
    const ranks = waiting.map(
      ({ network, account }) =>
        // Compares networks first, because no account ever has 1,000 running items.
        countOf(running, 'network', network) * 1_000 + countOf(running, 'account', account),
    );
    return ranks.indexOf(Math.min(...ranks));
  },
  /**
   * Picks the item that loses its place to the asker: the newest of the network with the most
   * places. Picks none (-1) unless that network has at least two places more than the asker's
   * network.
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
 * Makes a queue. The returned function waits for a place and then runs `work`. Rejects with
 * RATE_LIMITED if the asker's account or network has too many places, or with UNAVAILABLE if all
 * places are taken.
 */
export function shareHashingPlaces(limits: PlaceLimits) {
  const throughGate = makeGate(limits, () => new Rejection('UNAVAILABLE'), SHARED_FAIRLY);
  const places: Asker[] = [];

  return async function inTurn<Result>(
    who: Asker | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const asker = { ...(who ?? ANYBODY) };
    const isGreedy =
      who !== null &&
      (countOf(places, 'account', asker.account) >= limits.ofAccount ||
        countOf(places, 'network', asker.network) >= limits.ofNetwork);
    if (isGreedy) throw Rejection.tooSoon(RETRY_AFTER_S);
    places.push(asker);
    try {
      return await throughGate(work, asker);
    } finally {
      places.splice(places.indexOf(asker), 1);
    }
  };
}
