// Measures the cost of a request step by step, by Postgres's own count: each of its statements, and the statements
// inside functions and triggers.
import pg from 'pg';
import { agentOf, send, type Next, type Side } from './load.ts';

const REQUESTS = 400;
const WARM_UP = 100;
const TEXT_SHOWN = 90;

type StepRow = {
  query: string;
  toplevel: boolean;
  calls: number;
  plans: number;
  ms: number;
  planMs: number;
  blocks: number;
};

/** Sends one request after the other, and prints the time of each statement for one request. */
export async function listSteps(shop: Side, ownerUrl: string, next: Next): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('create extension if not exists pg_stat_statements');
  const agent = agentOf(shop, 1);
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) await send(shop, agent, next(0)!);
  };
  await ask(WARM_UP);
  await owner.query('select pg_stat_statements_reset()');
  await ask(REQUESTS);
  agent.destroy();
  const { rows } = await owner.query<StepRow>(
    `select query, toplevel, calls::float8, plans::float8, total_exec_time as ms, total_plan_time as "planMs",
       (shared_blks_hit + shared_blks_read + local_blks_hit)::float8 as blocks
     from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
     where query not like '%pg_stat_statements%' order by toplevel desc, total_exec_time desc`,
  );
  await owner.end();
  const a = (sum: number) => (sum / REQUESTS).toFixed(2);
  console.log(
    '| statement | a request | ms | planned | ms of planning | blocks |\n|---|---|---|---|---|---|',
  );
  for (const { query, toplevel, calls, plans, ms, planMs, blocks } of rows) {
    if (calls < REQUESTS / 2) continue;
    const text = query.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, TEXT_SHOWN);
    const shown = toplevel ? `\`${text}\`` : `– \`${text}\``;
    console.log(
      `| ${shown} | ${a(calls)} | ${(ms / REQUESTS).toFixed(3)} | ${a(plans)} | ${(planMs / REQUESTS).toFixed(3)} | ${a(blocks)} |`,
    );
  }
  const top = rows.filter(({ toplevel }) => toplevel);
  const sum = (read: (row: StepRow) => number) => top.reduce((all, row) => all + read(row), 0);
  console.log(
    `| all | ${a(sum(({ calls }) => calls))} | ${(sum(({ ms }) => ms) / REQUESTS).toFixed(3)} | ${a(sum(({ plans }) => plans))} | ${(sum(({ planMs }) => planMs) / REQUESTS).toFixed(3)} | ${a(sum(({ blocks }) => blocks))} |`,
  );
}
