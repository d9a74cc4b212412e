// Lists the conditions that alert an operator. `deploy/prometheus/rules.yaml` is generated from this table
// (`testing/rules-file.ts`). The shop itself can evaluate a condition that needs only one scrape (`reading`, by
// `firingSamples`). Any other condition needs Prometheus' history (`expression`; choice 736). If a condition has `told`, the
// shop itself also alerts operators, by bell and mail (`tell-alerts.ts`).
import type { Right } from '#domain/access.ts';
import { LOW_STOCK_DAYS, STALE_PRICES_HOURS, UNSOLD_DAYS } from '#domain/waiting.ts';
import {
  DAY_S,
  SLOW_REQUESTS_LEAST,
  SLOW_FOR_S,
  SLOW_MEDIAN_S,
  SLOW_TIMES,
  SLOW_WINDOW_S,
} from '#domain/slow-endpoint.ts';

/** A comparison of a scraped value with a number. */
export type Reading = {
  metric: string;
  /** Only series with these labels are compared. */
  where?: Record<string, string>;
  /** Series whose label has one of these values are skipped. */
  except?: Record<string, readonly string[]>;
  /**
   * Which series are compared. `each series`: every series, such as those of each process or disk. `shop`: only the
   * worst series, because all processes report the same value. `each`: like `shop`, but separately for each value of
   * this label.
   */
  of: 'each series' | 'shop' | { each: string };
  /**
   * Set if the value is a time in seconds. `ago`: the time since then is compared. `ahead`: the time until then is
   * compared.
   */
  as?: 'ago' | 'ahead';
  is: 'above' | 'below' | 'exactly';
  /** A number, or a share of the value that another metric has with the same labels. */
  than: number | { share: number; metric: string };
};

export type Condition = {
  /** The name of the alert, and of its section in `docs/operators.md`. */
  name: string;
  /** `page`: the alert wakes an operator. `call`: an operator must act on the same day. */
  severity: 'page' | 'call';
  /** How long the condition must hold before it alerts. */
  forSeconds: number;
  when: { reading: Reading } | { expression: string };
  /** The alert's text for Prometheus, with its placeholders. */
  summary: string;
  /** The reason for the condition, if it isn't obvious. It becomes a comment in the rules. */
  why?: string;
  /**
   * How the shop itself notifies operators. Omitted if it can't evaluate the condition, or can't notify anybody while
   * it holds.
   */
  told?: Told;
};

export type Told = {
  /** What operators read on the page of alerts and in mails. */
  title: string;
  /** The right that an operator needs to be notified: that of the page `leadsTo`. */
  right: Right;
  /** The page where an operator acts. Null if nothing can be done in the shop. */
  leadsTo: string | null;
  /** Set if another mail goes out at once. Then the alert itself sends only a bell. */
  hasOwnMail?: true;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const MEDIAN = 'shop:endpoint_median_seconds';
const STANDBYS = 'shop:standbys';
const WINDOW = `${SLOW_WINDOW_S / MINUTE}m`;
const DAY = `${DAY_S / 86_400}d`;
const PER_ENDPOINT = 'method, route, vital';

/**
 * Series that Prometheus computes from the scraped ones. The medians are later compared with those of the previous day.
 */
export const RECORDED = [
  {
    record: MEDIAN,
    expression: `histogram_quantile(0.5, sum by (${PER_ENDPOINT}, le) (rate(shop_endpoint_seconds_bucket{vital!=""}[${WINDOW}])))
  and sum by (${PER_ENDPOINT}) (increase(shop_endpoint_seconds_count{vital!=""}[${WINDOW}])) >= ${SLOW_REQUESTS_LEAST}`,
    why: 'Of fewer answers there is no median: one, the first of the day, is slow by itself.',
  },
  {
    record: STANDBYS,
    expression: 'count(pg_stat_replication_pg_wal_lsn_diff)',
    why: 'By postgres_exporter, at the primary.',
  },
] as const;

/** A PromQL expression for the share of responses with these statuses. */
function shareOfRequests(statuses: string): string {
  return `sum(rate(shop_request_seconds_count{${statuses}}[5m]))
  / sum(rate(shop_request_seconds_count[5m]))`;
}

export const CONDITIONS: Condition[] = [
  {
    name: 'ShopDown',
    severity: 'page',
    forSeconds: MINUTE,
    when: { expression: 'up{job="shop"} == 0' },
    summary: "The process {{ $labels.instance }} doesn't answer.",
  },
  {
    name: 'ShopDatabaseAway',
    severity: 'page',
    forSeconds: MINUTE,
    why: 'Above the seconds that a failover takes.',
    when: { reading: { metric: 'shop_database_up', of: 'each series', is: 'exactly', than: 0 } },
    summary: 'For a minute {{ $labels.instance }} has had no database, and sells nothing.',
  },
  {
    name: 'ShopErrors',
    severity: 'page',
    forSeconds: 5 * MINUTE,
    why: '503 is the shop\'s "later", which has alerts of its own.',
    when: { expression: `${shareOfRequests('status=~"5..", status!="503"')} > 0.001` },
    summary: '{{ $value | humanizePercentage }} of all requests fail by a fault of the shop.',
  },
  {
    name: 'ShopSaysLater',
    severity: 'page',
    forSeconds: 5 * MINUTE,
    when: { expression: `${shareOfRequests('status="503"')} > 0.01` },
    summary: '{{ $value | humanizePercentage }} of all requests are told "later".',
  },
  {
    name: 'ShopEndpointSlow',
    severity: 'page',
    forSeconds: SLOW_FOR_S,
    why: 'Above this alone where there is no day before. The shop judges alike, and logs endpoint_slow once a minute.',
    when: {
      expression: `${MEDIAN} > ${SLOW_MEDIAN_S}
  unless ${MEDIAN} <= ${SLOW_TIMES} * quantile_over_time(0.5, ${MEDIAN}[${DAY}] offset ${DAY})`,
    },
    summary:
      '{{ $labels.method }} {{ $labels.route }} takes {{ $value | humanizeDuration }} at the median of five minutes, more than three times as long as the day before.',
    told: { title: 'The shop is slow', right: 'owner', leadsTo: null },
  },
  {
    name: 'ShopPurchasesSlow',
    severity: 'call',
    forSeconds: 10 * MINUTE,
    when: {
      expression: `histogram_quantile(0.99, sum by (le) (rate(shop_endpoint_seconds_bucket{vital="buy"}[5m]))) > 0.5`,
    },
    summary: 'One purchase in a hundred takes longer than {{ $value | humanizeDuration }}.',
  },
  {
    name: 'ShopSellsNothing',
    severity: 'call',
    forSeconds: 5 * MINUTE,
    why: "For a shop that sells something every hour: leave it out, or give it your hours, where yours doesn't.",
    when: {
      expression: `sum(increase(shop_money_movements_total{kind="pack_purchase"}[1h])) == 0
  and sum(increase(shop_money_movements_total{kind="pack_purchase"}[1h] offset 1h)) > 0`,
    },
    summary: 'Nothing was sold for an hour, and in the hour before something was.',
  },
  {
    name: 'ShopConnectionsWaitedFor',
    severity: 'call',
    forSeconds: MINUTE,
    when: { reading: { metric: 'shop_pool_waiting', of: 'each series', is: 'above', than: 0 } },
    summary: 'At {{ $labels.instance }} requests have waited for a connection for a minute.',
    told: { title: 'Requests wait for a connection', right: 'owner', leadsTo: null },
  },
  {
    name: 'ShopJobsLate',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: { metric: 'shop_jobs_late_seconds', of: { each: 'job' }, is: 'above', than: 300 },
    },
    summary: 'The job {{ $labels.job }} has been due for {{ $value | humanizeDuration }}.',
    told: { title: 'A job is late', right: 'support', leadsTo: '/admin/jobs' },
  },
  {
    name: 'ShopJobsFailed',
    severity: 'call',
    forSeconds: 0,
    when: { reading: { metric: 'shop_jobs_failed', of: { each: 'job' }, is: 'above', than: 0 } },
    summary: 'Of the job {{ $labels.job }} {{ $value }} failed for good; Jobs tries them again.',
    told: { title: 'A job failed', right: 'support', leadsTo: '/admin/jobs' },
  },
  {
    name: 'ShopCodesWait',
    severity: 'call',
    forSeconds: MINUTE,
    why: 'A code is good for ten minutes, and without it nobody signs up or buys.',
    when: {
      reading: {
        metric: 'shop_mails_oldest_seconds',
        where: { holds: 'code' },
        of: 'shop',
        is: 'above',
        than: MINUTE,
      },
    },
    summary: 'A mail with a code has waited for {{ $value | humanizeDuration }} to be sent.',
    told: { title: 'Codes are not mailed', right: 'owner', leadsTo: '/admin/mail' },
  },
  {
    name: 'ShopMailsWait',
    severity: 'call',
    forSeconds: 5 * MINUTE,
    why: 'A drop of 3,000 packs has sent its receipts within five minutes of its last sale.',
    when: {
      reading: {
        metric: 'shop_mails_oldest_seconds',
        where: { holds: 'other' },
        of: 'shop',
        is: 'above',
        than: 30 * MINUTE,
      },
    },
    summary: 'A mail has waited for {{ $value | humanizeDuration }} to be sent.',
    told: { title: 'Mails wait', right: 'owner', leadsTo: '/admin/mail' },
  },
  {
    name: 'ShopAuditOld',
    severity: 'page',
    forSeconds: 0,
    when: {
      reading: { metric: 'shop_audit_age_seconds', of: 'shop', is: 'above', than: 26 * HOUR },
    },
    summary:
      'For {{ $value | humanizeDuration }} no audit has found every promise about money and stock kept.',
    told: {
      title: 'Money and stock were not audited',
      right: 'support',
      leadsTo: '/admin/audit?view=promises',
    },
  },
  {
    name: 'ShopAuditMissing',
    severity: 'page',
    forSeconds: 26 * HOUR,
    when: { expression: 'absent(shop_audit_age_seconds) and on() max(shop_database_up) == 1' },
    summary: 'No audit has ever found every promise about money and stock kept.',
  },
  {
    name: 'ShopBackupOld',
    severity: 'page',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_last_backup_timestamp_seconds',
        of: 'shop',
        as: 'ago',
        is: 'above',
        than: 26 * HOUR,
      },
    },
    summary: 'The last backup that was noted is {{ $value | humanizeDuration }} old.',
    told: { title: 'The last backup is old', right: 'owner', leadsTo: null },
  },
  {
    name: 'ShopBackupMissing',
    severity: 'page',
    forSeconds: 26 * HOUR,
    when: {
      expression: 'absent(shop_last_backup_timestamp_seconds) and on() max(shop_database_up) == 1',
    },
    summary: 'No backup was ever noted.',
  },
  {
    name: 'ShopInvariantBroken',
    severity: 'page',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_invariants_broken',
        of: { each: 'invariant' },
        is: 'above',
        than: 0,
      },
    },
    summary: 'The audit found {{ $value }} violations of the promise {{ $labels.invariant }}.',
    told: {
      title: 'A promise about money or stock is broken',
      right: 'support',
      leadsTo: '/admin/audit?view=promises',
    },
  },
  {
    name: 'ShopPaymentDisputed',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_disputes_waiting_dollars',
        of: { each: 'dispute' },
        is: 'above',
        than: 0,
      },
    },
    summary: 'A payment is disputed: CAD {{ $value | printf "%.2f" }}.',
    told: {
      title: 'A payment is disputed',
      right: 'money',
      leadsTo: '/admin/disputes',
      hasOwnMail: true,
    },
  },
  {
    name: 'ShopRefundFailed',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_refunds_failed_dollars',
        of: { each: 'refund' },
        is: 'above',
        than: 0,
      },
    },
    summary: 'A refund of CAD {{ $value | printf "%.2f" }} did not reach its card.',
    told: { title: 'A refund failed', right: 'support', leadsTo: '/admin#to-look-into' },
  },
  {
    name: 'ShopStockLow',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_stock_left_seconds',
        of: { each: 'pack' },
        is: 'below',
        than: LOW_STOCK_DAYS * DAY_S,
      },
    },
    summary:
      '{{ $labels.pack }}: {{ $value | humanizeDuration }} of stock left at the pace of the last week.',
    told: { title: 'A pack is nearly sold out', right: 'catalogue', leadsTo: '/admin/catalogue' },
  },
  {
    name: 'ShopStockUnsold',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_stock_unsold_seconds',
        of: { each: 'pack' },
        is: 'above',
        than: UNSOLD_DAYS * DAY_S,
      },
    },
    summary: 'No pack of {{ $labels.pack }} was sold for {{ $value | humanizeDuration }}.',
    told: { title: 'A pack is not bought', right: 'catalogue', leadsTo: '/admin/catalogue' },
  },
  {
    name: 'ShopPricesStale',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_prices_age_seconds',
        of: { each: 'source' },
        is: 'above',
        than: STALE_PRICES_HOURS * HOUR,
      },
    },
    summary: 'The prices of {{ $labels.source }} are {{ $value | humanizeDuration }} old.',
    told: { title: 'Prices are old', right: 'catalogue', leadsTo: '/admin/prices' },
  },
  {
    name: 'ShopMailReturned',
    severity: 'call',
    forSeconds: 0,
    when: {
      reading: {
        metric: 'shop_mails_returned',
        where: { within: 'day' },
        of: 'shop',
        is: 'above',
        than: 0,
      },
    },
    summary: 'Within a day {{ $value }} mails came back or were given up.',
    told: { title: 'Mail comes back', right: 'owner', leadsTo: '/admin/mail?state=failed' },
  },
  {
    name: 'ShopWebhookPaused',
    severity: 'call',
    forSeconds: 0,
    why: 'Events wait for it, and are deleted after thirty days.',
    when: {
      reading: {
        metric: 'shop_webhooks_paused',
        of: { each: 'endpoint' },
        is: 'above',
        than: 0,
      },
    },
    summary: 'Events are no longer sent to the webhook {{ $labels.endpoint }}.',
    told: { title: 'A webhook is paused', right: 'owner', leadsTo: '/admin/webhooks' },
  },
  {
    name: 'ShopCertificateEnds',
    severity: 'call',
    forSeconds: 0,
    why: 'Who renews certificates by a program does so thirty days before their end.',
    when: {
      reading: {
        metric: 'shop_certificate_expires_timestamp_seconds',
        of: 'shop',
        as: 'ahead',
        is: 'below',
        than: 14 * DAY_S,
      },
    },
    summary: 'The certificate at PUBLIC_URL ends in {{ $value | humanizeDuration }}.',
    told: { title: 'The certificate ends', right: 'owner', leadsTo: null },
  },
  {
    name: 'ShopArchiveFails',
    severity: 'page',
    forSeconds: 10 * MINUTE,
    why: 'Only where there is an archive. Postgres keeps what it could not archive, until its disk is full.',
    when: {
      reading: { metric: 'shop_database_archive_fails', of: 'shop', is: 'exactly', than: 1 },
    },
    summary: 'For ten minutes Postgres has archived nothing, and its disk fills.',
    told: { title: 'The archive of the database fails', right: 'owner', leadsTo: null },
  },
  {
    name: 'ShopConnectionsNearLimit',
    severity: 'call',
    forSeconds: 5 * MINUTE,
    when: {
      reading: {
        metric: 'shop_database_connections',
        of: 'shop',
        is: 'above',
        than: { share: 0.85, metric: 'shop_database_connections_max' },
      },
    },
    summary: 'Postgres has {{ $value }} connections, more than 85% of what it allows.',
    told: {
      title: 'The database has nearly no connections left',
      right: 'owner',
      leadsTo: null,
    },
  },
  {
    name: 'ShopTransactionIdsOld',
    severity: 'call',
    forSeconds: HOUR,
    why: 'Autovacuum begins at 200 million; at two thousand million Postgres takes no more writes.',
    when: {
      reading: {
        metric: 'shop_database_transaction_ids_age',
        of: 'shop',
        is: 'above',
        than: 500_000_000,
      },
    },
    summary: 'The oldest transaction id of Postgres is {{ $value | humanize }} transactions old.',
    told: { title: 'The database needs to be vacuumed', right: 'owner', leadsTo: null },
  },
  {
    name: 'ShopEventLoopSlow',
    severity: 'call',
    forSeconds: 5 * MINUTE,
    when: {
      reading: {
        metric: 'nodejs_eventloop_lag_p99_seconds',
        where: { job: 'shop' },
        of: 'each series',
        is: 'above',
        than: 0.1,
      },
    },
    summary: '{{ $labels.instance }} is at its limit: start another process.',
    told: { title: 'A process is at its limit', right: 'owner', leadsTo: null },
  },
  {
    name: 'PostgresStandbyLost',
    severity: 'page',
    forSeconds: 10 * MINUTE,
    why: 'Compared with the most that there were within a day.',
    when: {
      expression: `(${STANDBYS} or vector(0)) < on() max_over_time(${STANDBYS}[1d])`,
    },
    summary: '{{ $value }} standbys follow the primary, fewer than within the last day.',
  },
  {
    name: 'PostgresStandbyBehind',
    severity: 'call',
    forSeconds: 5 * MINUTE,
    why: 'By postgres_exporter, at the primary. Behind by a gigabyte, a standby may have to be copied again.',
    when: {
      reading: {
        metric: 'pg_stat_replication_pg_wal_lsn_diff',
        of: { each: 'application_name' },
        is: 'above',
        than: 256 * 1024 ** 2,
      },
    },
    summary: 'The standby {{ $labels.application_name }} is {{ $value | humanize1024 }}B behind.',
  },
  {
    name: 'DiskNearlyFull',
    severity: 'page',
    forSeconds: 15 * MINUTE,
    why: 'By node_exporter, on each machine.',
    when: {
      reading: {
        metric: 'node_filesystem_avail_bytes',
        except: { fstype: ['tmpfs', 'ramfs', 'overlay', 'squashfs'] },
        of: 'each series',
        is: 'below',
        than: { share: 0.15, metric: 'node_filesystem_size_bytes' },
      },
    },
    summary:
      'Of the disk at {{ $labels.mountpoint }} of {{ $labels.instance }} {{ $value | humanize1024 }}B are left, less than 15%.',
  },
];

/** A value of a scrape. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/**
 * Returns the samples of a scrape that meet the condition of an alert, but only the worst sample of each group (`of`).
 * If all is well, returns none.
 */
export function firingSamples(reading: Reading, scrape: readonly Sample[], now: Date): Sample[] {
  const { as, is } = reading;
  const worst = new Map<string, Sample>();
  for (const sample of scrape.filter((one) => isAsked(reading, one))) {
    const key = subjectOf(reading, sample);
    const known = worst.get(key);
    const isWorse =
      known === undefined ||
      (is === 'below' ? sample.value < known.value : sample.value > known.value);
    if (isWorse) worst.set(key, sample);
  }
  const nowS = now.getTime() / 1000;
  return [...worst.values()]
    .map((sample) => {
      const { value } = sample;
      return {
        ...sample,
        value: as === 'ago' ? nowS - value : as === 'ahead' ? value - nowS : value,
      };
    })
    .filter((sample) => {
      const limit = limitOf(reading, sample, scrape);
      if (is === 'exactly') return sample.value === limit;
      return is === 'above' ? sample.value > limit : sample.value < limit;
    });
}

/** Returns what a sample is about: the value of a label, the labels of its series, or '' for the whole shop. */
export function subjectOf({ of }: Reading, { labels }: Sample): string {
  if (of === 'each series') return JSON.stringify(labels);
  return of === 'shop' ? '' : (labels[of.each] ?? '');
}

function isAsked({ metric, where = {}, except = {} }: Reading, { name, labels }: Sample): boolean {
  if (name !== metric) return false;
  // The label `job` is ignored, because Prometheus adds it, and a scrape by the shop itself has none.
  const has = Object.entries(where).every(
    ([label, value]) => label === 'job' || labels[label] === value,
  );
  const isLeftOut = Object.entries(except).some(([label, values]) =>
    values.includes(labels[label] ?? ''),
  );
  return has && !isLeftOut;
}

function limitOf({ than }: Reading, { labels }: Sample, scrape: readonly Sample[]): number {
  if (typeof than === 'number') return than;
  const key = JSON.stringify(labels);
  const other = scrape.find(
    (one) => one.name === than.metric && JSON.stringify(one.labels) === key,
  );
  return than.share * (other?.value ?? NaN);
}
