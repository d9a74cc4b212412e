// Splits a purchase's work in Postgres into two parts. All buyers of a drop need the drop's part in one place; the
// person's part can be wherever that person's data is (docs/sharding.md). Also measures what a second machine would
// add: two-phase commits, and places that other transactions hold.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { percentile } from '../kit/figures.ts';
import { packTypeOf } from './seeded.ts';
import { agentOf, send, type Next, type Side } from './load.ts';

const REQUESTS = 300;
const WARM_UP = 100;
const TRANSACTIONS = 400;
const LOCKED = [0, 100, 1_000];
const CLAIMS = 50;

/**
 * Settings that make the server log plans with their times, to a file that a query can read. Statements inside
 * functions are logged too.
 */
export const SHARES_SETTINGS = [
  'shared_preload_libraries=auto_explain',
  'max_prepared_transactions=10',
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_rotation_size=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_triggers=on',
  'auto_explain.log_format=json',
];

type Node = {
  'Subplan Name'?: string;
  'Actual Total Time': number;
  'Actual Loops': number;
  Plans?: Node[];
};

type Explained = {
  'Query Text': string;
  Plan: Node;
  Triggers?: { Relation?: string; Time: number }[];
};

/** Buys packs one after the other. Prints the parts of a sale, and the additional work if there were two machines. */
export async function listShares(shop: Side, ownerUrl: string, next: Next): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  // Each query reports its own failure.
  owner.on('error', () => {});
  await owner.connect();
  const agent = agentOf(shop, 1);
  for (let time = 0; time < WARM_UP; time += 1) await send(shop, agent, next(0)!);
  await owner.query('alter system set auto_explain.log_min_duration = 0');
  await owner.query('select pg_reload_conf()');
  for (let time = 0; time < REQUESTS; time += 1) await send(shop, agent, next(0)!);
  await owner.query('alter system reset auto_explain.log_min_duration');
  await owner.query('select pg_reload_conf()');
  agent.destroy();
  const { rows } = await owner.query<{ text: string }>(
    `select pg_read_file(pg_current_logfile('jsonlog')) as text`,
  );
  const parts = partsOf(explainedIn(rows[0]!.text));
  console.log('| of a sale, explained | ms | share |\n|---|---|---|');
  for (const [part, ms] of Object.entries(parts))
    console.log(`| ${part} | ${(ms / REQUESTS).toFixed(3)} | ${(ms / parts.sale).toFixed(3)} |`);
  await listApart(owner, ownerUrl);
  await owner.end();
}

const MARKER = 'plan:\n';

function explainedIn(log: string): Explained[] {
  return log
    .split('\n')
    .filter((line) => line.includes('plan:\\n'))
    .map((line) => (JSON.parse(line) as { message: string }).message)
    .map((said) => JSON.parse(said.slice(said.indexOf(MARKER) + MARKER.length)) as Explained);
}

/** How long all sales took in Postgres, in ms, and how much of that time the one machine of a drop would need. */
function partsOf(explained: Explained[]) {
  const parts = { sale: 0, 'a place is found': 0, 'it is taken': 0, 'triggers of places': 0 };
  for (const { 'Query Text': text, Plan, Triggers = [] } of explained) {
    if (text.startsWith('select * from sell_and_open')) parts.sale += timeOf(Plan);
    else if (text.includes('from places l where l.pack_type_id'))
      parts['a place is found'] += timeOf(Plan);
    else if (text.includes('with opened as')) {
      const taking = nodesOf(Plan).find((node) => node['Subplan Name'] === 'CTE opened')!;
      parts['it is taken'] += timeOf(taking);
      for (const { Relation, Time } of Triggers)
        if (Relation === 'places') parts['triggers of places'] += Time;
    }
  }
  return parts;
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function timeOf(node: Node): number {
  return node['Actual Total Time'] * node['Actual Loops'];
}

async function listApart(owner: pg.Client, ownerUrl: string): Promise<void> {
  await owner.query('create table apart (id int primary key, at int not null)');
  await owner.query('insert into apart select id, 0 from generate_series(1, 1000) id');
  const change = async () => {
    await owner.query('begin');
    const id = Math.ceil(Math.random() * 1000);
    await owner.query('update apart set at = at + 1 where id = $1', [id]);
  };
  console.log('\n| by itself | CPU ms of Postgres | p50 ms |\n|---|---|---|');
  await tell(owner, 'a transaction: begin, one row, commit', TRANSACTIONS, async () => {
    await change();
    await owner.query('commit');
  });
  await tell(owner, 'the same in two phases', TRANSACTIONS, async (number) => {
    await change();
    await owner.query(`prepare transaction 'apart ${number}'`);
    await owner.query(`commit prepared 'apart ${number}'`);
  });
  await tell(owner, 'the same, not waiting for the disk', TRANSACTIONS, async () => {
    await change();
    await owner.query('set local synchronous_commit = off');
    await owner.query('commit');
  });
  const other = new pg.Client({ connectionString: ownerUrl });
  await other.connect();
  const claim = (limit: number) =>
    `select id from places where pack_type_id = '${packTypeOf(0)}' and state = 'available' order by rank limit ${limit} for update skip locked`;
  for (const locked of LOCKED) {
    await other.query('begin');
    if (locked > 0) await other.query(claim(locked));
    await tell(owner, `a place, behind ${locked} that others hold`, CLAIMS, async () => {
      await owner.query('begin');
      await owner.query(claim(1));
      await owner.query('rollback');
    });
    await other.query('rollback');
  }
  await other.end();
}

async function tell(
  client: pg.Client,
  what: string,
  times: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const took: number[] = [];
  const before = cpuMsOf(rows[0]!.pid);
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    await work(time);
    took.push(performance.now() - from);
  }
  const cpu = (cpuMsOf(rows[0]!.pid) - before) / times;
  console.log(`| ${what} | ${cpu.toFixed(3)} | ${percentile(took, 0.5).toFixed(3)} |`);
}

/** The kernel scheduler counts in nanoseconds. */
function cpuMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
