// A queue for expensive work that runs only a few items at a time. Networks and accounts share the
// places, so that a caller with many requests does not shut out a caller with one request (choice
// 180).
import { Rejection } from '#domain/rejection.ts';

/** The account and the network that a place in the queue is counted for. */
export type Asker = { account: string; network: string };

export type TurnLimits = {
  /** Maximum number of items that run at the same time. */
  running: number;
  /** Maximum number of items that wait. */
  waiting: number;
  /** Maximum number of running and waiting items, for one account and for one network. */
  ofAccount: number;
  ofNetwork: number;
};

type Place = Asker & { begin: () => void; giveUp: (reason: Rejection) => void };

// All callers share this key in a shop without rate limits.
const ANYBODY: Asker = { account: '', network: '' };
const RETRY_AFTER_S = 1;

/**
 * Makes a queue. The returned function waits for a place and then runs `work`. Rejects with
 * RATE_LIMITED if the asker's account or network has too many places, or with UNAVAILABLE if all
 * places are taken.
 */
export function makeTurns(limits: TurnLimits) {
  const running = new Set<Asker>();
  const waiting: Place[] = [];

  const countOf = (places: Iterable<Asker>, part: keyof Asker, name: string): number =>
    Iterator.from(places).reduce((count, one) => count + (one[part] === name ? 1 : 0), 0);
  const placesOf = (part: keyof Asker, name: string): number =>
    countOf(running, part, name) + countOf(waiting, part, name);

  function refuseGreedy({ account, network }: Asker): void {
    const isGreedy =
      placesOf('account', account) >= limits.ofAccount ||
      placesOf('network', network) >= limits.ofNetwork;
    if (isGreedy) throw Rejection.tooSoon(RETRY_AFTER_S);
  }

  /**
   * Frees a place for a caller's request. Evicts the newest waiting request of the network with the
   * most places. Rejects with UNAVAILABLE if that network has at most one place more than the
   * caller's.
   */
  function makeRoomFor({ network }: Asker): void {
    const counts = waiting.map((place) => placesOf('network', place.network));
    const most = Math.max(...counts);
    if (most <= placesOf('network', network) + 1) throw new Rejection('UNAVAILABLE');
    const [loser] = waiting.splice(counts.lastIndexOf(most), 1);
    loser!.giveUp(new Rejection('UNAVAILABLE'));
  }

  /**
   * Takes the next waiting request: of the network with the fewest running items, then of the
   * account with the fewest running items, then the oldest.
   */
  function takeNext(): Place | undefined {
    let [best, bestAt, bestIndex] = [Infinity, Infinity, -1];
    for (const [index, { network, account }] of waiting.entries()) {
      const [ofNetwork, ofAccount] = [
        countOf(running, 'network', network),
        countOf(running, 'account', account),
      ];
      if (ofNetwork < best || (ofNetwork === best && ofAccount < bestAt)) {
        [best, bestAt, bestIndex] = [ofNetwork, ofAccount, index];
      }
    }
    return bestIndex === -1 ? undefined : waiting.splice(bestIndex, 1)[0];
  }

  async function enter(asker: Asker): Promise<void> {
    if (running.size < limits.running) {
      running.add(asker);
      return;
    }
    if (waiting.length >= limits.waiting) makeRoomFor(asker);
    await new Promise<void>((begin, giveUp) => {
      const start = () => {
        running.add(asker);
        begin();
      };
      waiting.push({ ...asker, begin: start, giveUp });
    });
  }

  return async function inTurn<Result>(
    who: Asker | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const asker = { ...(who ?? ANYBODY) };
    if (who !== null) refuseGreedy(asker);
    await enter(asker);
    try {
      return await work();
    } finally {
      running.delete(asker);
      takeNext()?.begin();
    }
  };
}
