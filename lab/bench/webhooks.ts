// `npm run bench:webhooks` compares the purchases of two shops in turn on one Postgres with full durability: one without
// webhooks, and one whose receiver is dead: it takes connections, and never answers. Then the receiver comes back, and
// the time is measured until it has everything. Both shops run as in production, without a mail server.
//   --postgres P   the Postgres, as for the benchmark (`bench.ts`)
//   --rounds N     the number of pairs, 5 by default; with 12 s each the receiver is dead for a minute of purchases
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeEndpointSecret } from '../../src/server/webhooks/sign-message.ts';
import { EMBEDDED } from '../../src/testing/postgres-server.ts';
import { startReceiver, type Receiver } from '../../src/testing/receiver.ts';
import { percentile } from '../kit/figures.ts';
import { load, purchaseOf, times, type Figures, type Next } from './load.ts';
import { makeCertificate } from './proxy.ts';
import { packTypeOf, type ToSeed } from './seeded.ts';
import {
  asOwner,
  closeAll,
  makeFolder,
  openServer,
  signIn,
  startShop,
  type Shop,
} from './sides.ts';

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string', default: EMBEDDED },
    rounds: { type: 'string', default: '5' },
  },
});
const ROUNDS = Number(options.rounds);
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 12_000);
const CLIENTS = 16;
/** The number of purchases in each shop before the measurement (choice 677). */
const PURCHASES_BEFORE = 2_000;
const WANTED_RATIO = 0.9;
const WANTED_EVENTS_A_SECOND = 200;
const WANTED_SECONDS = 600;
const PORT = Number(process.env['BENCH_PORT'] ?? 4981);

const sizes: ToSeed = {
  packTypes: 8,
  packs: 60_000,
  wantedPacks: 0,
  accounts: 5_000,
  cardsAPack: 15,
  actions: 0,
  collectors: 0,
  packsOfCollector: 0,
  inDrops: false,
  looseTypes: 0,
  singles: 0,
};

let receiver: Receiver | undefined;
let tokens: string[] = [];
try {
  await run();
} finally {
  await closeAll();
  await receiver?.close();
}

async function run(): Promise<void> {
  const files = makeCertificate(await makeFolder());
  if (files === null) throw new Error('openssl is not installed, and a receiver is https');
  receiver = await startReceiver({ files });
  const postgres = await openServer(options.postgres, []);
  console.log(`Stocking on ${postgres.name}...`);
  const start = (name: string, port: number) =>
    startShop(postgres, {
      name,
      sizes,
      port,
      around: {
        REQUIRE_VERIFIED_EMAIL: 'off',
        WEBHOOK_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: files.certificate,
      },
    });
  const without = await start('without', PORT);
  const hooked = await start('with', PORT + 1);
  tokens = signIn(sizes);
  for (const shop of [without, hooked]) {
    await load(shop, CLIENTS, Infinity, buy(PURCHASES_BEFORE));
    await asOwner(shop.url, 'vacuum analyze');
  }
  receiver.secret = await addEndpoint(hooked, receiver.url);
  receiver.respond = () => {};
  console.log('\n| pair | without /s | p50 / p99 ms | with /s | p50 / p99 ms | ratio |');
  console.log(`|${'---|'.repeat(6)}`);
  const ratios: number[] = [];
  let hookedMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures = new Map<Shop, Figures>();
    for (const shop of round % 2 === 0 ? [without, hooked] : [hooked, without]) {
      figures.set(shop, await load(shop, CLIENTS, ROUND_MS, buy(Infinity)));
    }
    const [one, other] = [figures.get(without)!, figures.get(hooked)!];
    hookedMs += other.ms;
    ratios.push(rateOf(other) / rateOf(one));
    const cells = [...[one, other].map(cellsOf), ratios.at(-1)!.toFixed(2)];
    console.log(`| ${round + 1} | ${cells.join(' | ')} |`);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
  const waiting = await countWaiting(hooked);
  console.log(
    `\nMedian ratio ${median.toFixed(2)}, wanted ${WANTED_RATIO}. Events a second: ` +
      `${(waiting / (hookedMs / 1000)).toFixed(0)}, wanted ${WANTED_EVENTS_A_SECOND}.`,
  );
  await measureReturn(hooked, receiver, waiting);
}

/** Lets the receiver answer again, and waits until it has every event. */
async function measureReturn(shop: Shop, back: Receiver, waiting: number): Promise<void> {
  back.received.length = 0;
  back.respond = (_received, response) => void response.end();
  const returnedAt = performance.now();
  while ((await countWaiting(shop)) > 0) {
    if (performance.now() - returnedAt > 2 * WANTED_SECONDS * 1000) break;
    await wait(500);
  }
  const seconds = (performance.now() - returnedAt) / 1000;
  const ids = new Set(back.received.map(({ id }) => id));
  console.log(
    `${ids.size} of ${waiting} events arrived within ${seconds.toFixed(0)} s of its return, wanted ${WANTED_SECONDS}; ` +
      `${back.received.length - ids.size} came again, ${back.forged} had no right signature.`,
  );
}

/** Adds an endpoint, as the page of webhooks does, and returns its secret. */
async function addEndpoint(shop: Shop, url: string): Promise<string> {
  const id = randomUUID();
  const config = { authSecret: shop.settings['AUTH_SECRET']! };
  const { secret, sealed } = makeEndpointSecret({ config } as never, id);
  await asOwner(
    shop.url,
    `insert into webhook_endpoints (id, name, url, events, sealed_secret)
     values ('${id}', 'Books', '${url}', '{order.paid}', '${sealed}')`,
  );
  return secret;
}

async function countWaiting(shop: Shop): Promise<number> {
  const [row] = await asOwner<{ count: number }>(
    shop.url,
    'select count(*)::int from webhook_deliveries where delivered_at is null',
  );
  return row!.count;
}

/** Requests for this many purchases, with any account and of any type. */
function buy(count: number): Next {
  const any = (most: number) => Math.floor(Math.random() * most);
  return times(count, () =>
    purchaseOf(packTypeOf(any(sizes.packTypes)), tokens[any(sizes.accounts)]!),
  );
}

function rateOf({ requests, ms }: Figures): number {
  return (requests / ms) * 1000;
}

function cellsOf(round: Figures): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(round.latencies, share).toFixed(1));
  return `${rateOf(round).toFixed(0)} | ${p50} / ${p99}`;
}
