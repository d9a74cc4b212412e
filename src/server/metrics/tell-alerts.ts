// Notifies operators by bell and mail of the conditions that the shop itself can evaluate. Each process evaluates them
// once a minute. Operators are notified of an alert once, and again when it is mended (choice 985).
import { hostname } from 'node:os';
import { isAdmitted, type Right } from '#domain/access.ts';
import { paceOf } from '#domain/stock-pace.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { listStockPaces } from '../catalogue/stock-pace-queries.ts';
import { hearsOf, listOperators, type Operator } from '../accounts/operators.ts';
import { isMailJob, type JobName } from '../jobs/table.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { alertsMail } from '../mail/templates/alerts.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import type { Context } from '../runtime/context.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import { alertWords } from './alert-words.ts';
import {
  noteFiring,
  takeDueAlerts,
  takeMendedAlerts,
  type AlertRow,
  type Firing,
} from './alerts-queries.ts';
import type { Metrics } from './collect.ts';
import {
  CONDITIONS,
  firingSamples,
  subjectOf,
  type Condition,
  type Sample,
  type Told,
} from './conditions.ts';
import type { SpeedWatch } from './watch-speed.ts';

const POLL_EVERY_MS = 60_000;

/**
 * An alert counts as mended if no process has found its condition for this long. So a condition that comes and goes is
 * a single alert, and so is one that only one of several processes can see.
 */
const MENDED_AFTER_S = 5 * 60;

export type ToldCondition = Condition & { told: Told };

/** The conditions of which the shop itself notifies operators. */
export const TOLD_CONDITIONS = CONDITIONS.filter(
  (one): one is ToldCondition => one.told !== undefined,
);

/** Returns the conditions whose alerts an operator with these rights may read. */
export function conditionsFor(rights: readonly Right[]): ToldCondition[] {
  return TOLD_CONDITIONS.filter(({ told }) => isAdmitted(rights, told.right));
}

/** What a process measured in the last minute. */
export type Measured = {
  /** The name of the process, for conditions that are about one process. */
  instance: string;
  samples: readonly Sample[];
  /** The endpoints that are slow, with their medians. */
  slow: readonly { endpoint: string; seconds: number }[];
};

function judge({ instance, samples, slow }: Measured, now: Date): Firing[] {
  return TOLD_CONDITIONS.flatMap(({ name, when, summary }) => {
    const at = (sample: Sample): string =>
      alertWords(summary, { ...sample, labels: { instance, ...sample.labels } });
    if (!('reading' in when)) {
      return slow.map(({ endpoint, seconds }) => {
        const [method = '', route = ''] = endpoint.split(' ');
        const sample = { name, labels: { method, route }, value: seconds };
        return { condition: name, subject: `${instance} ${endpoint}`, words: at(sample) };
      });
    }
    const { reading } = when;
    return firingSamples(reading, samples, now).flatMap((sample) => {
      const subject = subjectOf(reading, sample);
      // ShopMailReturned is the alert for mails that were given up.
      if (name === 'ShopJobsFailed' && isMailJob(subject as JobName)) return [];
      const isOfProcess = reading.of === 'each series';
      return [
        {
          condition: name,
          subject: isOfProcess ? `${instance} ${subject}` : subject,
          words: at(sample),
        },
      ];
    });
  });
}

/** Records which conditions hold, and notifies operators of new alerts and of mended ones. */
export async function tellAlerts(context: Context, measured: Measured): Promise<void> {
  const isUp = measured.samples.some(
    ({ name, value }) => name === 'shop_database_up' && value === 1,
  );
  // Without the database's metrics, every condition about these would look mended.
  if (!isUp) return;
  const found = judge(measured, context.now());
  await inTransaction(context.db, (db) => noteFiring(db, found));
  await inTransaction(context.db, async (db) => {
    const begun = await takeDueAlerts(db, TOLD_CONDITIONS);
    const mended = await takeMendedAlerts(db, MENDED_AFTER_S);
    if (begun.length + mended.length === 0) return;
    await publishLowStock(db, begun);
    const inside = { ...context, db };
    for (const operator of await listOperators(inside)) await tell(inside, operator, begun, mended);
  });
}

/** Publishes which types of packs are nearly sold out, as operators are alerted of them. */
async function publishLowStock(db: Transaction, begun: AlertRow[]): Promise<void> {
  const low = begun.filter(({ condition }) => condition === 'ShopStockLow');
  if (low.length === 0) return;
  for (const { packTypeId, ...pace } of await listStockPaces(db)) {
    const { name, daysLeft } = paceOf(pace);
    if (daysLeft === null || !low.some(({ subject }) => subject === name)) continue;
    publishEvents(db, { type: 'stock.low', data: { packTypeId, left: pace.left, daysLeft } });
  }
}

async function tell(
  context: Context<Transaction>,
  operator: Operator,
  begun: AlertRow[],
  mended: AlertRow[],
): Promise<void> {
  const concern = ({ condition }: AlertRow): ToldCondition[] =>
    TOLD_CONDITIONS.filter(
      ({ name, told }) => name === condition && hearsOf(operator, name, told.right),
    );
  const [news, ends] = [begun, mended].map((alerts) =>
    alerts.flatMap((alert) => concern(alert).map(({ told }) => ({ ...alert, ...told }))),
  );
  for (const { id } of news!)
    await insertNotice(context.db, operator.userId, { kind: 'alert', alertId: id });
  for (const { id } of ends!)
    await insertNotice(context.db, operator.userId, { kind: 'mended', alertId: id });
  const mailed = { begun: news!.filter(isMailed), mended: ends!.filter(isMailed) };
  if (mailed.begun.length + mailed.mended.length === 0) return;
  await sendMail(context, operator, alertsMail({ ...mailed, head: letterheadOf(context) }));
}

const isMailed = ({ hasOwnMail }: Told) => hasOwnMail !== true;

/** Evaluates the conditions once a minute until `stop` is called. */
export function watchConditions(
  context: Context,
  metrics: Metrics,
  speed: SpeedWatch,
): { stop: () => Promise<void> } {
  const instance = `${hostname()}:${process.pid}`;
  let polling: Promise<void> = Promise.resolve();
  const poll = async (): Promise<void> => {
    try {
      const samples = await metrics.samples();
      await tellAlerts(context, { instance, samples, slow: speed.slow() });
    } catch (error) {
      context.log.warn(
        { event: 'alerts_not_told', err: error },
        'Could not notify operators of alerts, will retry in a minute',
      );
    }
  };
  const timer = setInterval(() => {
    polling = polling.then(poll);
  }, POLL_EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await polling;
    },
  };
}
