import * as rows from '#contract/metrics-alerts.ts';
import { Rejection } from '#domain/rejection.ts';
import { findAlertsOff, updateAlertsOff } from '../accounts/users-queries.ts';
import { handler } from '../http/handler.ts';
import { listAlerts } from './alerts-queries.ts';
import { conditionsFor } from './tell-alerts.ts';

const MENDED_SHOWN = 20;

export const showAlerts = handler(rows.showAlerts, async ({ db }, { userId, rights }) => {
  const conditions = conditionsFor(rights);
  const [alerts, off] = await Promise.all([
    listAlerts(
      db,
      conditions.map(({ name }) => name),
      MENDED_SHOWN,
    ),
    findAlertsOff(db, userId),
  ]);
  return {
    alerts: alerts.map((alert) => {
      const { title, leadsTo } = conditions.find(({ name }) => name === alert.condition)!.told;
      const { id, condition, words, since, mendedAt } = alert;
      return { id, condition, words, since, mendedAt, title, leadsTo };
    }),
    kinds: conditions.map(({ name, told }) => ({
      condition: name,
      title: told.title,
      isOn: !off.includes(name),
    })),
  };
});

export const switchAlert = handler(
  rows.switchAlert,
  async ({ db }, { userId, rights }, { condition, isOn }) => {
    const known = conditionsFor(rights).find(({ name }) => name === condition);
    if (known === undefined) throw new Rejection('NOT_FOUND');
    await updateAlertsOff(db, userId, condition, isOn);
    return { condition, title: known.told.title, isOn };
  },
);
