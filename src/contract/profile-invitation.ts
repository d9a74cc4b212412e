// An invitation to work in the shop, for the person who is invited (docs/product.md §8).
import * as z from 'zod/mini';
import { RIGHTS, ROLES } from '#domain/access.ts';
import { signedInUser } from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const ownInvitation = z.object({
  role: z.enum(ROLES),
  /** The name of a role that was made in this shop. Null for moderators and admins. */
  roleName: z.nullable(z.string()),
  rights: z.array(z.enum(RIGHTS)),
  invitedBy: z.string(),
  expiresAt: instant,
});

export const showInvitation = endpoint({
  method: 'GET',
  path: '/users/invitation',
  summary: "The open invitation of the caller's address to work in the shop, or null.",
  audience: 'user',
  repeat: 'none',
  reads: ['account', 'staff'],
  reply: z.nullable(ownInvitation),
  rejections: [],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/users/invitation',
  summary: 'Accepts the invitation, which gives the caller its role.',
  audience: 'user',
  verified: 'always',
  repeat: 'keyed',
  changes: ['account', 'staff', 'audit-log'],
  reply: z.object({ user: signedInUser }),
  rejections: ['EMAIL_NOT_VERIFIED', 'NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ OwnInvitation: ownInvitation });
