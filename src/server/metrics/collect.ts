// Collects the shop's metrics for Prometheus (docs/product.md §12). Counters belong to one process, so queries must add
// them up over all processes. Values from the database are the same in every process, so queries must use only one of
// them.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { listBrokenInvariants } from '../jobs/broken-invariants-queries.ts';
import { findAuditAge, listFailedJobs, listJobGauges } from '../jobs/jobs-queries.ts';
import { JOB_NAMES } from '../jobs/table.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';
import type { Context } from '../runtime/context.ts';
import { listNewestBackups } from '../database/backups-queries.ts';
import { together } from '#engine/database.ts';
import { findServerStatus } from '../database/server-status-queries.ts';
import { paceOf } from '#domain/stock-pace.ts';
import { listStockPaces } from '../catalogue/stock-pace-queries.ts';
import { listPriceAges } from '../prices/price-ages-queries.ts';
import { readPriceSources } from '../prices/price-sources.ts';
import { listWaitingMails } from '../mail/waiting-mails-queries.ts';
import { responseSent, shopEvents } from '../runtime/events.ts';
import { listPausedNames } from '../webhooks/endpoints-queries.ts';
import { watchCertificate } from './certificate.ts';
import type { Sample } from './conditions.ts';
import { DAY_S } from '#domain/slow-endpoint.ts';
import { listTroubles } from './troubles-queries.ts';
import type { Timings } from './timings.ts';

// The steps of the histograms. A purchase should take at most half a second. The finer steps are for reads.
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Gauges of the library whose names look like those of counters or histograms. The shop removes them, because `promtool
 * check metrics` complains about such names.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

export type Metrics = {
  /** Returns all metrics in Prometheus' text format. */
  read: () => Promise<{ type: string; text: string }>;
  /** Returns all values, as a scrape of Prometheus would find them. */
  samples: () => Promise<Sample[]>;
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
    samples: async () => {
      await poll();
      const all = await registry.getMetricsAsJSON();
      return all.flatMap(({ name, values }) =>
        values.map((one) => ({
          name: 'metricName' in one ? String(one.metricName) : name,
          labels: Object.fromEntries(
            Object.entries(one.labels).map(([label, value]) => [label, String(value)]),
          ),
          value: one.value,
        })),
      );
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
  return responseSent.subscribe(({ method, route, status, seconds }) =>
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
  // Each series is created with the value 0. If a series appeared only with its first event, rates would not show that
  // event.
  for (const kind of JOURNAL_KINDS) {
    movements.inc({ kind }, 0);
    for (const direction of ['gained', 'spent']) credits.inc({ kind, direction }, 0);
  }
  return shopEvents.subscribe(({ type, data }) => {
    if (type === 'order.opened') openings.inc(data.packs.length);
    if (type !== 'money.moved') return;
    const { kind, journals, gained, spent } = data;
    movements.inc({ kind }, journals.length);
    credits.inc({ kind, direction: 'gained' }, gained);
    credits.inc({ kind, direction: 'spent' }, spent);
  });
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
 * Measures the expiry of the public certificate. There is no value if PUBLIC_URL is not https, or if no server responds
 * at that address.
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

/** Returns a function that updates the values from the database. Concurrent calls of this function share one poll. */
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
      const [
        jobs,
        failures,
        age,
        waiting,
        backups,
        server,
        broken,
        troubles,
        packs,
        sources,
        paused,
      ] = await readDatabase(context);
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
      for (const { invariant, violations } of broken) gauges.broken.set({ invariant }, violations);
      for (const { id, amount } of troubles.disputes)
        gauges.disputes.set({ dispute: id }, amount / 100);
      for (const { id, amount } of troubles.refunds)
        gauges.refunds.set({ refund: id }, amount / 100);
      gauges.returned.set({ within: 'day' }, troubles.mails);
      for (const { name: pack, daysLeft, unsoldDays } of packs.map(paceOf)) {
        if (daysLeft !== null) gauges.left.set({ pack }, daysLeft * DAY_S);
        if (unsoldDays !== null) gauges.unsold.set({ pack }, unsoldDays * DAY_S);
      }
      for (const { source, age: seconds } of sources) gauges.prices.set({ source }, seconds);
      for (const endpoint of paused) gauges.webhooks.set({ endpoint }, 1);
    } catch (error) {
      up.set(0);
      context.log.warn(
        { event: 'database_metrics_failed', err: error },
        'Could not read metrics from the database: this scrape lacks them',
      );
    }
  };
  let polling: Promise<void> | null = null;
  return () => (polling ??= poll().finally(() => (polling = null)));
}

function databaseGauges(registers: Registry[]) {
  // The label prevents a value before the first `set`. A gauge without labels starts at 0, so a missing audit would
  // look as if an audit had just ended.
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
  const broken = newGauge(
    'shop_invariants_broken',
    'Violations of a promise about money and stock that the last audit found; none: no value',
    'invariant',
  );
  const disputes = newGauge(
    'shop_disputes_waiting_dollars',
    'What an undecided dispute is about, in CAD; of the first 100',
    'dispute',
  );
  const refunds = newGauge(
    'shop_refunds_failed_dollars',
    'A refund that reached no card and is still owed, in CAD; of the first 100',
    'refund',
  );
  const returned = newGauge(
    'shop_mails_returned',
    'Mails of the last day that came back or were given up, up to 500',
    'within',
  );
  const left = newGauge(
    'shop_stock_left_seconds',
    'For how long the packs of a type last at the pace of the last week; none sold: no value',
    'pack',
  );
  const unsold = newGauge(
    'shop_stock_unsold_seconds',
    'Since a pack of a type in stock was sold, or came in; none in stock: no value',
    'pack',
  );
  const prices = newGauge(
    'shop_prices_age_seconds',
    'Since a source of prices was last read without faults',
    'source',
  );
  const webhooks = newGauge(
    'shop_webhooks_paused',
    '1 for an endpoint of webhooks that the shop paused, because it failed for days or is gone; none: no value',
    'endpoint',
  );
  return {
    webhooks,
    broken,
    disputes,
    refunds,
    returned,
    left,
    unsold,
    prices,
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

function readDatabase({ db, config }: Context) {
  return together(db, async (all) =>
    Promise.all([
      listJobGauges(all, JOB_NAMES),
      listFailedJobs(all),
      findAuditAge(all),
      listWaitingMails(all),
      listNewestBackups(all),
      findServerStatus(all),
      listBrokenInvariants(all),
      listTroubles(all),
      listStockPaces(all),
      listPriceAges(
        all,
        readPriceSources(config.priceSources).map(({ name }) => name),
      ),
      listPausedNames(all),
    ]),
  );
}
