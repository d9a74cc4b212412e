// Alerts of the shop itself to operators (docs/operators.md, "Alerts").
import * as z from 'zod/mini';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const alert = z.object({
  id: z.uuid(),
  condition: z.string(),
  title: z.string(),
  words: z.string(),
  since: instant,
  /** Null while the condition holds. */
  mendedAt: z.nullable(instant),
  /** The page where an operator acts. Null if nothing can be done in the shop. */
  leadsTo: z.nullable(z.string()),
});

export type Alert = z.output<typeof alert>;

const alertKind = z.object({
  /** The name of the condition's section in docs/operators.md. */
  condition: z.string(),
  title: z.string(),
  /** Whether the shop notifies the caller of this condition by bell and mail. */
  isOn: z.boolean(),
});

export type AlertKind = z.output<typeof alertKind>;

export const showAlerts = endpoint({
  method: 'GET',
  path: '/admin/alerts',
  summary:
    'The alerts that the caller may see: those that hold, the last twenty that are mended, and which kinds they are told of.',
  audience: 'staff',
  repeat: 'none',
  reads: ['alerts', 'jobs', 'mails', 'disputes', 'stock', 'catalogue'],
  reply: z.object({ alerts: z.array(alert), kinds: z.array(alertKind) }),
  rejections: [],
});

export const switchAlert = endpoint({
  method: 'PUT',
  path: '/admin/alerts/{condition}',
  summary: 'Switches the bell and the mails of one kind of alert on or off for the caller.',
  audience: 'staff',
  personsOnly: true,
  repeat: 'natural',
  changes: ['alerts'],
  params: z.object({ condition: z.string().check(z.maxLength(80, 'condition is too long')) }),
  body: z.object({ isOn: z.boolean('isOn must be true or false') }),
  reply: alertKind,
  rejections: ['NOT_FOUND'],
});

nameShapes({ Alert: alert, AlertKind: alertKind });
