// `npm run bench:mail` compares the purchases of two shops, one with a mail server and one without, in turn on one
// Postgres with full durability. It also measures how long it takes to send the mails that a drop leaves behind. Both
// shops run as in production (`main.ts`, its log and its jobs). The mail server accepts every mail, and shares the
// cores with the buyers and the shops.
//   --postgres P   the Postgres, as for the benchmark (`bench.ts`)
//   --rounds N     the number of pairs, 5 by default
//   --receipts N   the number of mails that the drop leaves behind, 3,000 by default
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EMBEDDED } from '../../src/testing/postgres-server.ts';
import { startMailSink } from '../../src/testing/start-mail-sink.ts';
import { percentile } from '../kit/figures.ts';
import { load, purchaseOf, times, type Figures, type Next } from './load.ts';
import { packTypeOf, type ToSeed } from './seeded.ts';
import { asOwner, closeAll, openServer, signIn, startShop, type Shop } from './sides.ts';

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string', default: EMBEDDED },
    rounds: { type: 'string', default: '5' },
    receipts: { type: 'string', default: '3000' },
  },
});
const ROUNDS = Number(options.rounds);
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 5_000);
const CLIENTS = 16;
/**
 * The number of purchases in each shop before the measurement. During these purchases, the shop compiles code and
 * plans statements that run often (choice 677).
 */
const PURCHASES_BEFORE = 2_000;
const LEFT_BY_A_DROP = Number(options.receipts);
const WANTED_RATIO = 0.8;
const WANTED_SECONDS = 300;
const PORT = Number(process.env['BENCH_PORT'] ?? 4981);

const sizes: ToSeed = {
  packTypes: 8,
  packs: 24_000,
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

type Round = Figures & { mainThreadMs: number };

const mailServer = await startMailSink();
let tokens: string[] = [];
try {
  await run();
} finally {
  await closeAll();
  await mailServer.close();
}

async function run(): Promise<void> {
  const postgres = await openServer(options.postgres, []);
  console.log(`Stocking on ${postgres.name}...`);
  const without = await startShop(postgres, {
    name: 'without',
    sizes,
    port: PORT,
    around: { REQUIRE_VERIFIED_EMAIL: 'off' },
  });
  const withMail = await startShop(postgres, {
    name: 'with',
    sizes,
    port: PORT + 1,
    around: { SMTP_URL: mailServer.url },
  });
  tokens = signIn(sizes);
  for (const shop of [without, withMail]) {
    await load(shop, CLIENTS, Infinity, buy(PURCHASES_BEFORE));
    await asOwner(shop.url, 'vacuum analyze');
  }
  await forgetMails(withMail);

  const columns = ['without', 'with'].flatMap((name) => [
    `${name} /s`,
    `p50 / p99 ms`,
    'CPU ms of server (its main thread), Postgres',
  ]);
  console.log(`\n| pair | ${columns.join(' | ')} | ratio | mails sent meanwhile |`);
  console.log(`|${'---|'.repeat(columns.length + 3)}`);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures = new Map<Shop, Round>();
    let sent = 0;
    for (const shop of round % 2 === 0 ? [without, withMail] : [withMail, without]) {
      figures.set(shop, await measure(shop));
      if (shop !== withMail) continue;
      sent = await countMails(shop, `state = 'sent'`);
      await forgetMails(shop);
    }
    const [one, other] = [figures.get(without)!, figures.get(withMail)!];
    ratios.push(rateOf(other) / rateOf(one));
    const cells = [...[one, other].map(cellsOf), ratios.at(-1)!.toFixed(2), String(sent)];
    console.log(`| ${round + 1} | ${cells.join(' | ')} |`);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
  console.log(`\nMedian ratio ${median.toFixed(2)}, wanted ${WANTED_RATIO}.`);

  await load(withMail, CLIENTS, Infinity, buy(LEFT_BY_A_DROP));
  const soldAt = performance.now();
  const waiting = await countMails(withMail, `state in ('queued', 'sending')`);
  const cpuBefore = mainThreadMsOf(withMail.pid);
  while ((await countMails(withMail, `state in ('queued', 'sending')`)) > 0) await wait(500);
  const seconds = (performance.now() - soldAt) / 1000;
  const cpu = (mainThreadMsOf(withMail.pid) - cpuBefore) / waiting;
  console.log(
    `${LEFT_BY_A_DROP} receipts were sent ${seconds.toFixed(0)} s after the last sale, wanted ${WANTED_SECONDS}: ` +
      `${cpu.toFixed(1)} ms of the main thread each. ${await bytesOfFiles(withMail)} bytes of PDF a sale are stored.`,
  );
}

async function measure(shop: Shop): Promise<Round> {
  const before = mainThreadMsOf(shop.pid);
  const figures = await load(shop, CLIENTS, ROUND_MS, buy(Infinity));
  return { ...figures, mainThreadMs: mainThreadMsOf(shop.pid) - before };
}

/** Requests for this many purchases, with any account and of any type. */
function buy(count: number): Next {
  const any = (most: number) => Math.floor(Math.random() * most);
  return times(count, () =>
    purchaseOf(packTypeOf(any(sizes.packTypes)), tokens[any(sizes.accounts)]!),
  );
}

/** Deletes unsent mails, because sending them would slow down the next round of the other shop. */
async function forgetMails(shop: Shop): Promise<void> {
  await asOwner(
    shop.url,
    `delete from pgboss.job where name = 'send-mail' and state in ('created', 'retry')`,
  );
  while ((await countMails(shop, `state = 'sending'`)) > 0) await wait(100);
  await asOwner(shop.url, 'delete from mails');
}

async function countMails(shop: Shop, which: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(
    shop.url,
    `select count(*)::int from mails where ${which}`,
  );
  return row!.count;
}

async function bytesOfFiles(shop: Shop): Promise<number> {
  const [row] = await asOwner<{ bytes: number }>(
    shop.url,
    `select (pg_total_relation_size('document_files') / count(*))::int as bytes from document_files`,
  );
  return row!.bytes;
}

function rateOf({ requests, ms }: Figures): number {
  return (requests / ms) * 1000;
}

function cellsOf(round: Round): string {
  const { requests, latencies, serverCpuMs, postgresCpuMs, mainThreadMs } = round;
  const each = (ms: number) => (ms / requests).toFixed(2);
  return [
    rateOf(round).toFixed(0),
    [0.5, 0.99].map((share) => percentile(latencies, share).toFixed(1)).join(' / '),
    `${each(serverCpuMs)} (${each(mainThreadMs)}), ${each(postgresCpuMs)}`,
  ].join(' | ');
}

/** The CPU time of a process's main thread, which the kernel counts in steps of 10 ms. */
function mainThreadMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const fields = stat.split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
