// The shop's metrics for Prometheus (docs/product.md §12). Counters belong to one process, so add
// them up over all processes. Values from the database are the same in every process, so use only
// one of them.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { findAuditAge, listFailedJobs, listJobGauges } from '../jobs/jobs-queries.ts';
import { JOB_NAMES } from '../jobs/table.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';
import type { Context } from '../runtime/context.ts';
import { listNewestBackups } from '../database/backups-queries.ts';
import { together } from '#engine/database.ts';
import { findServerStatus } from '../database/server-status-queries.ts';
import { listWaitingMails } from '../mail/waiting-mails-queries.ts';
import { moneyMoved, packsOpened, requestAnswered } from '../runtime/events.ts';
import { watchCertificate } from './certificate.ts';
import type { Timings } from './timings.ts';

// A purchase should take at most half a second. The finer steps are for reads.
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Gauges of the library with names like a counter's or a histogram's. They are removed because
 * `promtool check metrics` complains.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

export type Metrics = {
  /** All metrics in Prometheus' text format. */
  read: () => Promise<{ type: string; text: string }>;
  stop: () => void;
};

/** Starts counting. `timings`: the durations that this process already records. */
export function collectMetrics(context: Context, pool: pg.Pool, timings: Timings): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  tellBuild(registers);
  const stops = [countRequests(registers), countBusiness(registers), watchPool(registers, pool)];
  measureCertificate(registers, context);
  const poll = watchDatabase(registers, context);
  return {
    read: async () => {
      await poll();
      return { type: registry.contentType, text: (await registry.metrics()) + timings.text() };
    },
    stop: () => {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

function tellBuild(registers: Registry[]): void {
  new Gauge({
    name: 'shop_build_info',
    help: '1, with the version and the commit of this process',
    labelNames: ['version', 'commit'] as const,
    registers,
  }).set({ ...BUILD_INFO }, 1);
}

function countRequests(registers: Registry[]): () => void {
  const requests = new Histogram({
    name: 'shop_request_seconds',
    help: 'Requests by route, and how long their answers took',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  return requestAnswered.subscribe(({ method, route, status, seconds }) =>
    requests.observe({ method, route: route ?? 'none', status }, seconds),
  );
}

function countBusiness(registers: Registry[]): () => void {
  const movements = new Counter({
    name: 'shop_money_movements_total',
    help: 'Journals posted, by kind: pack_purchase is an order that was paid',
    labelNames: ['kind'] as const,
    registers,
  });
  const credits = new Counter({
    name: 'shop_credits_cents_total',
    help: 'Credits that users gained and spent, in cents of CAD',
    labelNames: ['kind', 'direction'] as const,
    registers,
  });
  const openings = new Counter({
    name: 'shop_packs_opened_total',
    help: 'Packs opened',
    registers,
  });
  // Each series starts at 0. If it started at its first event, rates would miss that event.
  for (const kind of JOURNAL_KINDS) {
    movements.inc({ kind }, 0);
    for (const direction of ['gained', 'spent']) credits.inc({ kind, direction }, 0);
  }
  const stopMoney = moneyMoved.subscribe(({ kind, journals, gained, spent }) => {
    movements.inc({ kind }, journals);
    credits.inc({ kind, direction: 'gained' }, gained);
    credits.inc({ kind, direction: 'spent' }, spent);
  });
  const stopPacks = packsOpened.subscribe(({ packs }) => openings.inc(packs));
  return () => {
    stopMoney();
    stopPacks();
  };
}

function watchPool(registers: Registry[], pool: pg.Pool): () => void {
  new Gauge({
    name: 'shop_pool_connections',
    help: 'Connections to the database, at work and idle',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'shop_pool_connections_max',
    help: 'Connections that this process may have',
    registers,
    collect() {
      this.set(pool.options.max);
    },
  });
  new Gauge({
    name: 'shop_pool_waiting',
    help: 'Who waits for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  const held = new Histogram({
    name: 'shop_pool_held_seconds',
    help: 'How long connections were held',
    buckets: SECONDS,
    registers,
  });
  const since = new WeakMap<object, number>();
  const onAcquire = (client: object): void => void since.set(client, performance.now());
  const onRelease = (_error: unknown, client: object): void => {
    const from = since.get(client);
    if (from !== undefined) held.observe((performance.now() - from) / 1000);
  };
  pool.on('acquire', onAcquire);
  pool.on('release', onRelease);
  return () => {
    pool.off('acquire', onAcquire);
    pool.off('release', onRelease);
  };
}

/**
 * Measures the expiry of the public certificate. No value without https in PUBLIC_URL, or if no
 * server responds there.
 */
function measureCertificate(registers: Registry[], { config }: Context): void {
  const certificate = watchCertificate(config.publicUrl);
  new Gauge({
    name: 'shop_certificate_expires_timestamp_seconds',
    help: 'When the certificate at PUBLIC_URL ends, as seen within the last hour',
    labelNames: ['host'] as const,
    registers,
    collect() {
      this.reset();
      const end = certificate?.end() ?? null;
      if (end !== null) this.set({ host: certificate!.host }, end.getTime() / 1000);
    },
  });
}

/**
 * Returns a function that updates the values from the database. Concurrent calls share one poll.
 */
function watchDatabase(registers: Registry[], context: Context): () => Promise<void> {
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 when the database answered this look, else 0',
    registers,
  });
  const gauges = databaseGauges(registers);
  const poll = async (): Promise<void> => {
    for (const gauge of Object.values(gauges)) gauge.reset();
    try {
      const [jobs, failures, age, waiting, backups, server] = await readDatabase(context);
      up.set(1);
      for (const one of waiting) {
        const holds = one.holdsCode ? 'code' : 'other';
        gauges.mails.set({ holds }, one.mails);
        gauges.oldest.set({ holds }, one.oldestS);
      }
      for (const { notedBy, takenAt } of backups)
        gauges.backup.set({ by: notedBy }, takenAt.getTime() / 1000);
      const of = 'server';
      gauges.connections.set({ of }, server.connections);
      gauges.connectionsMax.set({ of }, server.connectionsMax);
      gauges.idsAge.set({ of }, server.transactionIdsAge);
      if (server.archiveFails !== null) gauges.archive.set({ of }, server.archiveFails ? 1 : 0);
      for (const job of jobs) {
        gauges.open.set({ job: job.name }, job.open);
        gauges.late.set({ job: job.name }, job.oldest_due_s);
        gauges.failed.set(
          { job: job.name },
          failures.filter(({ name }) => name === job.name).length,
        );
      }
      if (age !== null) gauges.audit.set({ found: 'nothing' }, age);
    } catch (error) {
      up.set(0);
      context.log.warn(
        { event: 'database_metrics_failed', err: error },
        'Could not read the metrics of the database',
      );
    }
  };
  let polling: Promise<void> | null = null;
  return () => (polling ??= poll().finally(() => (polling = null)));
}

function databaseGauges(registers: Registry[]) {
  // The label prevents a value before the first `set`. A gauge without labels starts at 0, so a
  // missing audit would look like one just now.
  const newGauge = <Label extends string>(name: string, help: string, label: Label) =>
    new Gauge({ name, help, labelNames: [label], registers });
  const open = newGauge('shop_jobs_open', 'Jobs that wait or run', 'job');
  const late = newGauge(
    'shop_jobs_late_seconds',
    'How long the first job that could run has waited',
    'job',
  );
  const failed = newGauge(
    'shop_jobs_failed',
    'Jobs that failed for good and were not made good, of the newest 100',
    'job',
  );
  const audit = newGauge(
    'shop_audit_age_seconds',
    'Since an audit last found that every promise about money and stock holds; none yet: no value',
    'found',
  );
  const mails = newGauge(
    'shop_mails_waiting',
    'Mails that wait to be sent: those that hold a code, and all others',
    'holds',
  );
  const oldest = newGauge(
    'shop_mails_oldest_seconds',
    'How long the oldest of them has waited',
    'holds',
  );
  const backup = newGauge(
    'shop_last_backup_timestamp_seconds',
    'When the last backup was made that was noted, by the command that noted it; none yet: no value',
    'by',
  );
  const connections = newGauge(
    'shop_database_connections',
    'Connections to the database server, of everybody',
    'of',
  );
  const connectionsMax = newGauge(
    'shop_database_connections_max',
    'Connections that the database server allows, without those that are reserved',
    'of',
  );
  const idsAge = newGauge(
    'shop_database_transaction_ids_age',
    'How many transactions ago the oldest one is that vacuum has not frozen',
    'of',
  );
  const archive = newGauge(
    'shop_database_archive_fails',
    '1 if the last try to archive failed, else 0; without an archive no value',
    'of',
  );
  return {
    open,
    late,
    failed,
    audit,
    mails,
    oldest,
    backup,
    connections,
    connectionsMax,
    idsAge,
    archive,
  };
}

function readDatabase({ db }: Context) {
  return together(db, async (all) =>
    Promise.all([
      listJobGauges(all, JOB_NAMES),
      listFailedJobs(all),
      findAuditAge(all),
      listWaitingMails(all),
      listNewestBackups(all),
      findServerStatus(all),
    ]),
  );
}
