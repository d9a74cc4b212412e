// Purchases of one drop by people who lie on many machines, as they would be (docs/sharding.md): how many a second, how soon,
// and which machine is full first. The drop lies on the first machine, and all buyers go there.
import { chanceOf, Clock, Machine } from './events.ts';

/** What the parts of a purchase cost, in milliseconds: of a core where nothing else is said. */
export type Costs = {
  /** Where the drop lies: a place is found and taken, with its triggers. */
  drop: number;
  /** The same place written once more, when the sale is settled by a transaction of its own. */
  settle: number;
  /** Where the person lies: everything else. */
  person: number;
  /** A transaction more, with its packets. */
  transaction: number;
  /** What two phases cost more than one commit, of each of both sides. */
  twoPhases: number;
  /** For each place before it that somebody else holds. */
  passOver: number;
  /** Until the disk has the log; no core is needed for it. */
  flush: number;
  /** From a process of the shop to a machine and back. */
  roundTrip: number;
  /** What the shop does itself while the transaction is open. */
  shop: number;
};

/** How a purchase whose drop and person lie apart is made one: by steps that can be repeated, or by two phases. */
export type Way = 'steps' | 'two phases';

export type World = { machines: number; cores: number; way: Way; costs: Costs };

export type Outcome = {
  /** Purchases that were answered, a second. */
  sold: number;
  /** Milliseconds until the answer. */
  p50: number;
  p99: number;
  /** Shares of the cores that were at work: of the drop's machine, and of the others. */
  dropBusy: number;
  othersBusy: number;
  /** Places that are held at a moment, and how long one is. */
  held: number;
  heldMs: number;
};

/** More than this under way, and it only gets worse. */
const CROWD = 20_000;
/** Of what a person's machine does: before the place is there, and with it. */
const BEFORE = 1 / 3;

/** Lets people come by chance, `rate` a second, for `seconds`; the first fifth is not counted. */
export function simulate(
  { machines: count, cores, way, costs }: World,
  { rate, seconds, seed }: { rate: number; seconds: number; seed: number },
): Outcome {
  const clock = new Clock();
  const chance = chanceOf(seed);
  const machines = Array.from(
    { length: count },
    () => new Machine(clock, { cores, flushMs: costs.flush }),
  );
  const dropIsAt = machines[0]!;
  const [fromMs, untilMs] = [(seconds * 1000) / 5, seconds * 1000];
  const took: number[] = [];
  let [underWay, held, heldSince, heldSum, claims] = [0, 0, 0, 0, 0];

  const hold = (by: 1 | -1) => {
    heldSum += held * (clock.now - heldSince);
    heldSince = clock.now;
    held += by;
  };
  // No two are alike: between half of the mean and one and a half.
  const about = (ms: number) => ms * (0.5 + chance());
  const travel = (then: () => void) => clock.after(costs.roundTrip, then);
  const think = (share: number, then: () => void) => clock.after(about(costs.shop) * share, then);
  const take = (then: () => void) => {
    dropIsAt.work(about(costs.drop) + held * costs.passOver, () => {
      hold(1);
      claims += 1;
      then();
    });
  };

  function inOne(at: Machine, answer: () => void): void {
    at.work(about(costs.transaction + costs.person * BEFORE), () =>
      travel(() =>
        think(0.5, () =>
          take(() =>
            at.work(about(costs.person * (1 - BEFORE)), () =>
              travel(() =>
                think(0.5, () =>
                  at.flush(() => {
                    hold(-1);
                    travel(answer);
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  function bySteps(at: Machine, answer: () => void): void {
    dropIsAt.work(about(costs.transaction), () =>
      take(() =>
        dropIsAt.flush(() => {
          hold(-1);
          travel(sell);
        }),
      ),
    );
    function sell(): void {
      at.work(about(costs.transaction + costs.person * BEFORE), () =>
        travel(() =>
          think(1, () =>
            at.work(about(costs.person * (1 - BEFORE)), () =>
              at.flush(() => {
                travel(answer);
                dropIsAt.work(about(costs.transaction + costs.settle), () =>
                  dropIsAt.flush(() => {}),
                );
              }),
            ),
          ),
        ),
      );
    }
  }

  function byTwoPhases(at: Machine, answer: () => void): void {
    at.work(about(costs.transaction + costs.person * BEFORE), () =>
      travel(() =>
        think(0.5, () =>
          dropIsAt.work(about(costs.transaction), () =>
            take(() =>
              travel(() =>
                at.work(about(costs.person * (1 - BEFORE)), () =>
                  travel(() => think(0.5, prepare)),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    // Both get ready at once; then one is told, which decides it, and the other. Until it is told the place is held.
    function prepare(): void {
      let ready = 0;
      for (const side of [at, dropIsAt]) {
        side.work(about(costs.twoPhases), () =>
          side.flush(() =>
            travel(() => {
              ready += 1;
              if (ready === 2) decide();
            }),
          ),
        );
      }
    }
    function decide(): void {
      at.flush(() =>
        travel(() => {
          answer();
          dropIsAt.flush(() => hold(-1));
        }),
      );
    }
  }

  function come(): void {
    const cameAt = clock.now;
    underWay += 1;
    const at = machines[Math.floor(chance() * count)]!;
    const buy = at === dropIsAt ? inOne : way === 'steps' ? bySteps : byTwoPhases;
    travel(() =>
      buy(at, () => {
        underWay -= 1;
        if (clock.now >= fromMs && clock.now < untilMs) took.push(clock.now - cameAt);
      }),
    );
    clock.after((-Math.log(1 - chance()) * 1000) / rate, come);
  }
  come();
  clock.run(() => clock.now >= untilMs || underWay > CROWD);

  const isLost = underWay > CROWD;
  const busy = (machine: Machine) => machine.worked / (cores * clock.now);
  const others = machines.slice(1);
  const sorted = took.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    sold: (took.length * 1000) / (Math.min(clock.now, untilMs) - fromMs),
    p50: isLost ? Infinity : quantile(0.5),
    p99: isLost ? Infinity : quantile(0.99),
    dropBusy: busy(dropIsAt),
    othersBusy: others.reduce((sum, one) => sum + busy(one), 0) / Math.max(others.length, 1),
    held: heldSum / clock.now,
    heldMs: heldSum / claims,
  };
}

/** An answer that takes longer is worth a call (docs/deploying.md, "Metrics"). */
const P99_MOST_MS = 500;
const NEAR = 1.02;

/** The most a second at which nobody waits for long, to two hundredths. */
export function findWall(world: World, { seconds, seed }: { seconds: number; seed: number }) {
  const at = (rate: number) => simulate(world, { rate, seconds, seed });
  // It lies between what the drop's own machine could do with all of it, and all machines together.
  const { drop, person, transaction } = world.costs;
  let low = (world.cores * 500) / (drop + person + transaction);
  let high = low * 1.5;
  while (at(high).p99 <= P99_MOST_MS) [low, high] = [high, high * 1.5];
  while (high / low > NEAR) {
    const middle = Math.sqrt(low * high);
    if (at(middle).p99 <= P99_MOST_MS) low = middle;
    else high = middle;
  }
  return { rate: low, ...at(low) };
}
