// API keys: how programs act as staff of the shop (docs/product.md §8).
import * as z from 'zod/mini';
import { KEY_RIGHTS, KEY_STATES } from '#domain/access.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { text } from './texts.ts';

const KEY_NAME_LENGTH_MAX = 40;
const NETWORKS_MOST = 20;

const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of the key, by which somebody who finds a key recognizes it. */
  beginning: z.string(),
  rights: z.array(z.enum(KEY_RIGHTS)),
  /** The networks from which the key may be used. Empty if it may be used from everywhere. */
  networks: z.array(z.string()),
  /** The address of the admin who made the key. Null if it was made on the command line. */
  madeBy: z.nullable(z.string()),
  madeAt: instant,
  endsAt: instant,
  state: z.enum(KEY_STATES),
  /** To the minute. Null if the key was never used. */
  lastUsedAt: z.nullable(instant),
  lastUsedFrom: z.nullable(z.string()),
});

export type ApiKey = z.output<typeof apiKey>;

const NETWORK_FORMS = [z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()];

/** An address or a network in CIDR form. */
const network = z.string('A network must be a text').check(
  z.refine((written) => NETWORK_FORMS.some((form) => form.safeParse(written).success), {
    error: 'A network is like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  }),
);

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/admin/keys',
  summary: 'The API keys of the shop: those that work first, each newest first.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'none',
  reads: ['api-keys'],
  query: z.object(paging),
  reply: z.object({ keys: z.array(apiKey), pagination }),
  rejections: [],
});

export const makeApiKey = endpoint({
  method: 'POST',
  path: '/admin/keys',
  summary:
    'Makes an API key. Only this response shows it. `write` includes `read`; a key without an end lasts twelve months.',
  audience: 'owner',
  personsOnly: true,
  // Responses to keyed calls are stored, and the database must not have the key (choice 1033).
  repeat: 'natural',
  changes: ['api-keys', 'audit-log'],
  body: z.object({
    name: text('Name', KEY_NAME_LENGTH_MAX).check(
      z.regex(/^[^@]+$/, 'A name has no @, so that nobody takes the key for a person'),
    ),
    rights: z
      .array(z.enum(KEY_RIGHTS, `rights must be among ${KEY_RIGHTS.join(', ')}`))
      .check(z.minLength(1, 'A key has at least one right')),
    endsAt: z.optional(instant),
    networks: z._default(
      z
        .array(network)
        .check(z.maxLength(NETWORKS_MOST, `A key has at most ${NETWORKS_MOST} networks`)),
      [],
    ),
  }),
  reply: z.extend(apiKey, { key: z.string() }),
  rejections: [],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/admin/keys/{id}',
  summary: 'Revokes an API key for good. It ends at once.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['api-keys', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a key') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({ ApiKey: apiKey });
