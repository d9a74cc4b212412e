// Public pages of shared pulls, for operators (docs/product.md §18).
import * as z from 'zod/mini';
import { userId, withReason } from './admin-users.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pullAddress } from './sharing.ts';

const pageOfPull = z.object({
  address: z.string(),
  /** The full URL of the public page. */
  url: z.string(),
  name: z.string(),
  packName: z.string(),
  /** The owner's name on the page. Null if the page shows no name. */
  shownName: z.nullable(z.string()),
  sharedAt: instant,
});

export const listPullsOfUser = endpoint({
  method: 'GET',
  path: '/admin/users/{id}/pulls',
  summary: "The public pages of a user's pulls, the newest first.",
  audience: 'owner',
  repeat: 'none',
  reads: ['pulls'],
  params: userId,
  reply: z.array(pageOfPull),
  rejections: [],
});

export const endPullOfUser = endpoint({
  method: 'POST',
  path: '/admin/pulls/{address}/end',
  summary: "Ends somebody's public page of a pull, as its owner could.",
  audience: 'owner',
  repeat: 'keyed',
  changes: ['pulls', 'audit-log'],
  params: pullAddress,
  body: withReason,
  reply: z.object({ address: z.string() }),
  rejections: ['NOT_FOUND'],
});

nameShapes({ PageOfPull: pageOfPull });
