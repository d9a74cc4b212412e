// Named views of operators' lists (docs/product.md §13). A view demands the right of its list, which is one of several, so these
// endpoints admit everybody who is signed in, and their handlers refuse those without the right.
import * as z from 'zod/mini';
import { LIST_NAMES } from '#domain/staff-lists.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { text } from './texts.ts';

const list = z.enum(LIST_NAMES, `list must be one of ${LIST_NAMES.join(', ')}`);

const listView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether all operators who see the list have the view. */
  isForAll: z.boolean(),
  /** The search parameters of the list's page: its filters, columns and order. */
  address: z.record(z.string(), z.string()),
});

export type ListView = z.output<typeof listView>;

export const listViews = endpoint({
  method: 'GET',
  path: '/list-views',
  summary: "The named views of a list: the caller's own and those for all staff, by name.",
  audience: 'staff',
  personsOnly: true,
  repeat: 'none',
  reads: ['list-views'],
  query: z.object({ list }),
  reply: z.array(listView),
  rejections: [],
});

const message = 'address must be at most 20 short texts';

export const saveListView = endpoint({
  method: 'POST',
  path: '/list-views',
  summary: 'Saves a view of a list. It replaces a view of the same name.',
  audience: 'staff',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['list-views', 'audit-log'],
  body: z
    .object({
      list,
      name: text('Name', 60),
      isForAll: z.boolean('isForAll must be true or false'),
      address: z
        .record(
          z.string().check(z.maxLength(40, message)),
          z.string().check(z.maxLength(500, message)),
          message,
        )
        .check(z.refine((fields) => Object.keys(fields).length <= 20, { error: message })),
    })
    .check(
      z.refine(({ isForAll, address }) => !isForAll || address['search'] === undefined, {
        path: ['address'],
        error: 'A view for all staff keeps no search text, which may be a name',
      }),
    ),
  reply: listView,
  rejections: [],
});

export const removeListView = endpoint({
  method: 'DELETE',
  path: '/list-views/{id}',
  summary: 'Removes a view: one of the caller, or one for all staff.',
  audience: 'staff',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['list-views', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a view') }),
  reply: z.object({}),
  rejections: ['NOT_FOUND'],
});

nameShapes({ ListView: listView });
