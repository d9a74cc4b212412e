// The failures of a drill, in their order, and how each is repaired.
import type { Up } from './cluster.ts';
import {
  type Cluster,
  endEtcd,
  findLeader,
  startEtcd,
  startPatroni,
  switchOver,
} from './database.ts';
import { reloadBalancer, restartPooler } from './front.ts';
import { cut, freezeMachine, killMachine, mend, wakeMachine } from './machines.ts';
import { makeNextVersion } from './next-version.ts';
import { type Machine, MACHINES, SHOP_PORTS } from './places.ts';
import { endShop, migrate, startShop } from './shops.ts';
import { until } from '../kit/until.ts';

export type Failure = {
  name: string;
  /**
   * The target, which is the maximum number of seconds without a sale. A failure without a target is only reported.
   */
  aim?: number;
  /** How often the drill repeats the failure, each time on a fully repaired cluster. */
  times?: number;
  /** Causes the failure, and waits until the cluster has reacted. */
  happen: (cluster: Cluster, up: Up) => Promise<void> | void;
  /** Repairs the cluster, once the shop has sold without the failed part. */
  heal?: (cluster: Cluster, up: Up) => void;
};

const AIM = { kill: 30, planned: 5 };
const TAKEN_OVER_WITHIN_S = 90;

const PORTS = SHOP_PORTS.slice(0, 3);
const NEXT_PORTS = SHOP_PORTS.slice(3);

export const FAILURES: readonly Failure[] = [
  {
    name: 'the primary is killed',
    aim: AIM.kill,
    happen: async ({ leader }) => {
      await killMachine(leader);
      await untilAnotherLeads(leader);
    },
    heal: ({ leader }, up) => restart(leader, up),
  },
  {
    name: 'the primary stands still, and wakes after another took over',
    happen: async ({ leader }) => {
      freezeMachine(leader);
      await untilAnotherLeads(leader);
    },
    heal: ({ leader }) => wakeMachine(leader),
  },
  {
    name: "the primary's link to etcd is cut",
    happen: async ({ leader }) => {
      cut(leader, etcdsBeside(leader));
      await untilAnotherLeads(leader);
    },
    heal: ({ leader }) => mend(leader, etcdsBeside(leader)),
  },
  {
    name: "the primary's etcd is killed",
    happen: ({ leader }) => endEtcd(leader),
    heal: ({ leader }) => startEtcd(leader),
  },
  {
    name: 'the synchronous standby is killed',
    happen: ({ standby }) => killMachine(standby),
    heal: ({ standby }, up) => restart(standby, up),
  },
  {
    name: 'the replica is killed',
    happen: ({ replica }) => killMachine(replica),
    heal: ({ replica }, up) => restart(replica, up),
  },
  { name: 'HAProxy is reloaded', happen: reloadBalancer },
  { name: 'PgBouncer is restarted', happen: restartPooler },
  {
    name: 'each process of the shop is killed in turn',
    happen: (_cluster, up) => inTurn('SIGKILL', up),
  },
  {
    name: 'each process of the shop is drained in turn',
    aim: AIM.planned,
    happen: (_cluster, up) => inTurn('SIGTERM', up),
  },
  {
    name: 'a planned switchover, five times',
    aim: AIM.planned,
    times: 5,
    happen: async ({ leader, standby }, { passwords }) => {
      await switchOver(leader, standby, passwords);
      await untilAnotherLeads(leader);
    },
  },
  {
    name: 'a rolling upgrade with a migration in the middle',
    aim: AIM.planned,
    // Follows docs/deploying.md: runs the migration, starts all new processes beside the old ones, then stops the old
    // ones.
    happen: async (_cluster, { settings }) => {
      const sources = makeNextVersion();
      await migrate(settings, sources);
      await Promise.all(NEXT_PORTS.map((port) => startShop(port, settings, sources)));
      for (const port of PORTS) await endShop(port, 'SIGTERM');
    },
  },
];

/** Waits until another machine is the primary. */
async function untilAnotherLeads(leader: Machine): Promise<void> {
  await until('another primary', TAKEN_OVER_WITHIN_S, async () => {
    const found = await findLeader();
    return found !== undefined && found !== leader;
  });
}

/** Restarts a dead machine as it was. */
export function restart(machine: Machine, { passwords }: Up): void {
  startEtcd(machine);
  startPatroni(machine, passwords);
}

function etcdsBeside(machine: Machine): string[] {
  return MACHINES.filter((one) => one !== machine).map(({ etcd }) => etcd);
}

async function inTurn(signal: 'SIGTERM' | 'SIGKILL', { settings }: Up): Promise<void> {
  for (const port of PORTS) {
    await endShop(port, signal);
    await startShop(port, settings);
  }
}
