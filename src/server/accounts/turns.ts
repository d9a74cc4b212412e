// Who may do something expensive next, a few at a time, when more want to than can. Places are shared out by
// network and account, so that nobody who comes with many keeps out who comes alone (choice 180).
import { Rejection } from '#domain/rejection.ts';

/** Who asks for a turn. */
export type Asker = { account: string; network: string };

export type TurnLimits = {
  /** At once. */
  running: number;
  /** Until one is free. */
  waiting: number;
  /** Both together, for one account and one network. */
  ofAccount: number;
  ofNetwork: number;
};

type Place = Asker & { begin: () => void; giveUp: (reason: Rejection) => void };

// Those whom nobody tells apart, in a shop without limits.
const ANYBODY: Asker = { account: '', network: '' };
const RETRY_AFTER_S = 1;

/**
 * Makes a queue. What it returns runs `work` when it is its turn, and rejects with RATE_LIMITED when the asker's
 * account or network has too many places, or with UNAVAILABLE when all are taken.
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

  /** Frees a place for somebody: the newest of the network that has most gives way, if that has more than theirs. */
  function makeRoomFor({ network }: Asker): void {
    const counts = waiting.map((place) => placesOf('network', place.network));
    const most = Math.max(...counts);
    if (most <= placesOf('network', network) + 1) throw new Rejection('UNAVAILABLE');
    const [loser] = waiting.splice(counts.lastIndexOf(most), 1);
    loser!.giveUp(new Rejection('UNAVAILABLE'));
  }

  /** Takes who is next: of the network that has fewest at work, then of the account, then who came first. */
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
