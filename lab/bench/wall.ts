// `npm run bench:wall`: where the next wall stands when a shop lies on many machines, and a hot drop on one of them. A
// simulation with what `npm run bench -- --shares` measured (wall/costs.ts); the same figures each time (docs/sharding.md).
import { COSTS } from './wall/costs.ts';
import { findWall, simulate, type Outcome, type Way, type World } from './wall/simulate.ts';

const RUN = { seconds: Number(process.env['WALL_SECONDS'] ?? 10), seed: 1 };
const CORES = [2];
const MACHINES = [1, 2, 4, 16];
const WAYS: { name: string; way: Way; isFree?: true }[] = [
  { name: 'steps', way: 'steps' },
  { name: 'two phases', way: 'two phases' },
  { name: 'two phases, ways and locks for nothing', way: 'two phases', isFree: true },
];
/** Of ten million in a day: on average, in an hour that has a tenth of them, and in a minute that has three times as many. */
const TEN_MILLION = 10_000_000;
const DAY = [
  { name: 'on average', rate: TEN_MILLION / 86_400 },
  { name: 'an hour with a tenth of them', rate: TEN_MILLION / 10 / 3_600 },
  { name: 'its busiest minute, three times as many', rate: (3 * TEN_MILLION) / 10 / 3_600 },
];

const free = { ...COSTS, roundTrip: 0, passOver: 0 };
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const ms = (time: number) => (time === Infinity ? 'ever more' : time.toFixed(0));

function lineOf(world: World, { sold, p50, p99, dropBusy, othersBusy, held, heldMs }: Outcome) {
  const cells = [
    sold.toFixed(0),
    ms(p50),
    ms(p99),
    percent(dropBusy),
    world.machines === 1 ? '' : percent(othersBusy),
    held.toFixed(1),
    heldMs.toFixed(1),
  ];
  return cells.join(' | ');
}
const FIGURES =
  'sold a second | p50 ms | p99 ms | drop’s machine busy | the others | places held | for ms';

for (const cores of CORES) {
  console.log(`\nThe wall, machines of ${cores} cores:\n`);
  console.log(`| machines | split by | ${FIGURES} | ten million take |\n|${'---|'.repeat(10)}`);
  for (const machines of MACHINES) {
    for (const { name, way, isFree } of WAYS.slice(0, machines === 1 ? 1 : WAYS.length)) {
      const world = { machines, cores, way, costs: isFree ? free : COSTS };
      const wall = findWall(world, RUN);
      const hours = `${(TEN_MILLION / wall.sold / 3_600).toFixed(1)} h`;
      console.log(
        `| ${machines} | ${machines === 1 ? '' : name} | ${lineOf(world, wall)} | ${hours} |`,
      );
    }
  }
}
console.log(`\nThe third day, by steps:\n`);
console.log(
  `| ten million in a day | a second | cores | machines | ${FIGURES} |\n|${'---|'.repeat(11)}`,
);
for (const { name, rate } of DAY) {
  for (const cores of CORES) {
    for (const machines of [1, 4]) {
      const world: World = { machines, cores, way: 'steps', costs: COSTS };
      const figures = lineOf(world, simulate(world, { rate, ...RUN }));
      console.log(`| ${name} | ${rate.toFixed(0)} | ${cores} | ${machines} | ${figures} |`);
    }
  }
}
