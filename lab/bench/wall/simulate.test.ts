import { expect, test } from 'vitest';
import { type Costs, findWall, simulate, type Way, type World } from './simulate.ts';

const COSTS: Costs = {
  drop: 1,
  settle: 0.5,
  person: 3,
  transaction: 0.5,
  twoPhases: 0.25,
  passOver: 0.001,
  flush: 1,
  roundTrip: 0.5,
  shop: 2,
};
const RUN = { seconds: 10, seed: 7 };

function world(machines: number, more: Partial<World> = {}): World {
  return { machines, cores: 2, way: 'steps', costs: COSTS, ...more };
}

test('the same seed sells the same, another one sells otherwise', () => {
  const one = simulate(world(4), { rate: 300, ...RUN });
  expect(simulate(world(4), { rate: 300, ...RUN })).toEqual(one);
  expect(simulate(world(4), { rate: 300, ...RUN, seed: 8 })).not.toEqual(one);
});

test('a shop that nobody waits in sells to whoever comes, as soon as the work and the ways take', () => {
  const { sold, p50, dropBusy } = simulate(world(1), { rate: 20, ...RUN, seconds: 200 });
  expect(sold).toBeGreaterThan(18);
  expect(sold).toBeLessThan(22);
  // Four ways, the work, the shop's own, one flush.
  expect(p50).toBeGreaterThan(0.9 * (4 * 0.5 + 4.5 + 2 + 1));
  expect(p50).toBeLessThan(1.1 * (4 * 0.5 + 4.5 + 2 + 1));
  expect(dropBusy).toBeCloseTo((20 * 4.5) / 2000, 2);
});

test('one machine sells what its cores work', () => {
  const { rate } = findWall(world(1, { costs: { ...COSTS, passOver: 0 } }), RUN);
  expect(rate / (2000 / 4.5)).toBeGreaterThan(0.9);
  expect(rate / (2000 / 4.5)).toBeLessThan(1.05);
});

test('however many machines there are, a drop sells no more than its own one finds and settles', () => {
  const most = 2000 / (1 + 0.5 + 0.5 + 0.5);
  const below = simulate(world(64), { rate: 0.9 * most, ...RUN });
  expect(below.p99).toBeLessThan(500);
  expect(below.dropBusy).toBeGreaterThan(0.8);
  expect(below.othersBusy).toBeLessThan(0.1);
  expect(simulate(world(64), { rate: 1.3 * most, ...RUN }).p99).toBeGreaterThan(500);
});

test('two phases hold a place for longer, and whoever holds one makes the next one’s search longer', () => {
  const of = (way: Way, passOver: number) =>
    simulate(world(16, { way, costs: { ...COSTS, passOver } }), { rate: 700, ...RUN });
  expect(of('two phases', 0).heldMs).toBeGreaterThan(1.5 * of('steps', 0).heldMs);
  expect(of('two phases', 0.2).p99).toBeGreaterThan(5 * of('two phases', 0).p99);
});

test('more people than are sold to wait for ever', () => {
  expect(simulate(world(1), { rate: 5_000, ...RUN, seconds: 60 }).p99).toBe(Infinity);
});
