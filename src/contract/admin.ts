// Calls for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { MAIL_STATES } from '#domain/mail.ts';
import { OVERVIEW_DAYS } from '#domain/overview.ts';
import { instant, amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

export const runAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'Counts violations of each invariant about money and stock; all zeros when they hold.',
  audience: 'support',
  repeat: 'none',
  reads: ['balance', 'transactions', 'packs', 'stock', 'cards', 'shipments'],
  reply: z.array(z.object({ invariant: z.string(), violations: z.int() })),
  rejections: [],
});

const mailSummary = z.object({
  id: z.uuid(),
  /** The template of the mail. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** How often the shop tried to send the mail. */
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
});

export type MailSummary = z.output<typeof mailSummary>;

const mail = z.extend(mailSummary, { text: z.string(), html: z.nullable(z.string()) });

export type StoredMail = z.output<typeof mail>;

const mailId = z.object({ id: z.uuid('id must be the id of a mail') });

export const listMails = endpoint({
  method: 'GET',
  path: '/admin/mails',
  summary: 'The mails the shop has sent or queued, newest first.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'none',
  reads: ['mails'],
  query: z.object({
    ...paging,
    state: z.optional(z.enum(MAIL_STATES, 'state is not a state of a mail')),
    /** The start of the recipient's address, or a whole kind of mail. Case is ignored. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
  }),
  reply: z.object({ mails: z.array(mailSummary), pagination }),
  rejections: [],
});

export const showMail = endpoint({
  method: 'GET',
  path: '/admin/mails/{id}',
  summary: 'A mail with its text, which may contain a code until it is sent.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'none',
  reads: ['mails'],
  params: mailId,
  reply: mail,
  rejections: ['NOT_FOUND'],
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/admin/mails/{id}/resend',
  summary: 'Retries a mail that the shop had given up on.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['mails', 'audit-log'],
  params: mailId,
  reply: mailSummary,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const showOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  summary: 'The state of the shop, with daily sales, openings, top-ups and cards sold back.',
  audience: 'support',
  repeat: 'none',
  reads: ['balance', 'transactions', 'packs', 'stock', 'cards', 'shipments', 'catalogue'],
  query: z.object({
    /** The number of whole UTC days, including today. */
    days: z._default(z.enum(OVERVIEW_DAYS, `days must be ${OVERVIEW_DAYS.join(', ')}`), '30'),
  }),
  reply: z.object({
    /** Sales of packs, after discounts and refunds, before tax and fees. */
    sales: amount,
    /** Refunds; `sales` already excludes them. */
    refunded: amount,
    openings: z.int(),
    topUps: amount,
    /** Credits for cards that users sold back or that were converted. */
    soldBack: amount,
    creditsHeld: amount,
    /**
     * From this instant on, movements are missing in the figures above, because there were too many to count at
     * once. Null if none are missing.
     */
    countedUntil: z.nullable(instant),
    /** Packs on sale. */
    packsInStock: z.int(),
    /** Packs that are not on sale yet, because they wait for a drop. A process of the previous version omits it. */
    packsWaiting: z._default(z.int(), 0),
    cardsToShip: z.int(),
    /** When prices were last refreshed without errors. Null if that has never happened. */
    pricesAt: z.nullable(instant),
    series: z.array(
      z.object({
        date: z.string(),
        sales: amount,
        openings: z.int(),
        topUps: amount,
        soldBack: amount,
      }),
    ),
  }),
  rejections: [],
});

export type Overview = z.output<typeof showOverview.reply>;

const build = z.object({
  version: z.string(),
  /** The commit in hex. Empty if unknown. */
  commit: z.string(),
});

export const showBuild = endpoint({
  method: 'GET',
  path: '/admin/build',
  summary: 'The version and commit of the process that answers.',
  audience: 'support',
  repeat: 'none',
  reads: ['shop'],
  reply: build,
  rejections: [],
});

nameShapes({
  Build: build,
  MailSummary: mailSummary,
  Mail: mail,
  Overview: showOverview.reply,
});
