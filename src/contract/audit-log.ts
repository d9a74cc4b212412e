// The audit log of operator actions (docs/product.md §13).
import * as z from 'zod/mini';
import { SUBJECT_KINDS } from '#domain/audit-subject.ts';
import { person } from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { dayOrInstant } from './wallet.ts';
import { SEARCH_LENGTH_MAX } from './admin-users.ts';

const fields = z.nullable(z.record(z.string(), z.unknown()));

const entry = z.object({
  /** The entry's position in the chain, from 1 without gaps. */
  id: z.int(),
  at: instant,
  /** `email` is the name of an API key. A process of the previous version omits `isKey`. */
  actor: z.extend(person, { isKey: z._default(z.boolean(), false) }),
  action: z.string(),
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string() }),
  before: fields,
  after: fields,
  ip: z.string(),
  requestId: z.string(),
  /** SHA-256 over this entry and the previous entry's hash. */
  hash: z.string(),
});

export type AuditEntry = z.output<typeof entry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit-log',
  summary: 'The audit log of operator actions, newest first.',
  audience: 'owner',
  repeat: 'none',
  reads: ['audit-log'],
  query: z.object({
    ...paging,
    /** The id of an operator, to list only that operator's actions. */
    actor: z.optional(z.uuid('actor must be the id of a user')),
    action: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/, 'action must be a name'))),
    /** The id of a subject, to list only actions on that subject. */
    subject: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'too long'))),
    from: z.optional(dayOrInstant('from', '00:00:00.000')),
    to: z.optional(dayOrInstant('to', '23:59:59.999')),
  }),
  reply: z.object({ entries: z.array(entry), pagination }),
  rejections: [],
});

nameShapes({ AuditEntry: entry });
