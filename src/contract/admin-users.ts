// Users, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { ROLES } from '#domain/access.ts';
import { LIKENESSES } from '#domain/break.ts';
import { USER_STATES } from '#domain/operators.ts';
import { checkGivenRole, givenRole, staffRoleName } from './admin-staff.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { ownBreak } from './own-break.ts';
import { exportedColumns, pagination, paging, sortedBy } from './paging.ts';

export const SEARCH_LENGTH_MAX = 200;

const searchText = z.optional(
  z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'search is too long')),
);

export const userId = z.object({ id: z.uuid('id must be the id of a user') });

const userSummary = z.object({
  id: z.uuid(),
  /** The user's e-mail address, or a placeholder if the user is erased. */
  email: z.string(),
  username: z.string(),
  fullName: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** The role that was made in this shop. Null unless `role` is `staff`. */
  staffRole: staffRoleName,
  state: z.enum(USER_STATES),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: instant,
});

export type UserSummary = z.output<typeof userSummary>;

export const USER_COLUMNS = [
  'email',
  'name',
  'username',
  'role',
  'guard',
  'joined',
  'state',
] as const;
export const USER_ORDERS = ['email', 'joined'] as const;

const usersAsked = {
  /** The start of an e-mail address, of a username, of a name or of a word in a name. It may also be a whole id. */
  search: searchText,
  role: z.optional(z.enum(ROLES, `role must be ${ROLES.join(', ')}`)),
  state: z.optional(z.enum(USER_STATES, `state must be ${USER_STATES.join(', ')}`)),
  sort: sortedBy(USER_ORDERS),
};

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  summary: 'All users, newest first unless `sort` names another order.',
  audience: 'money',
  repeat: 'none',
  reads: ['account', 'security'],
  query: z.object({ ...paging, ...usersAsked }),
  reply: z.object({ users: z.array(userSummary), pagination }),
  rejections: [],
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/admin/users.csv',
  summary: 'The users of a list as CSV, in its order and with its columns.',
  audience: 'money',
  repeat: 'none',
  reads: ['account', 'security'],
  query: z.object({ ...usersAsked, columns: exportedColumns(USER_COLUMNS) }),
  file: 'text/csv',
  savedAs: 'users.csv',
  reply: z.string(),
  rejections: [],
});

const userDetail = z.extend(userSummary, {
  phoneNumber: z.nullable(z.string()),
  country: z.nullable(z.string()),
  lockedAt: z.nullable(instant),
  /** When the account will be deleted. Null if the user has not asked for deletion. */
  deletionDueAt: z.nullable(instant),
  erasedAt: z.nullable(instant),
  /** Whether the user is an operator whose role has no effect until they set up a second factor. */
  awaitsTwoFactor: z.boolean(),
  balance: amount,
  /** The part of the balance that was bought. */
  boughtCredits: amount,
  /** The break that the user is on. Nobody can end it early. */
  break: z.nullable(ownBreak),
  /**
   * The excluded people whose accounts this account resembles. The shop sells nothing to this account until an operator
   * allows it.
   */
  bars: z.array(
    z.object({
      excludedId: z.uuid(),
      why: z.enum(LIKENESSES),
      since: instant,
      letThroughAt: z.nullable(instant),
      reason: z.nullable(z.string()),
    }),
  ),
  /** The number of the user's paid orders. */
  orders: z.int(),
  unopenedPacks: z.int(),
  /** The user's cards that are still at the shop. */
  cards: z.int(),
  shipments: z.int(),
  /** Active sessions, most recently used first. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      network: z.string(),
      createdAt: instant,
      lastUsedAt: instant,
    }),
  ),
});

export type UserDetail = z.output<typeof userDetail>;

export const showUser = endpoint({
  method: 'GET',
  path: '/admin/users/{id}',
  summary: 'One user: profile, belongings and active sessions.',
  audience: 'money',
  repeat: 'none',
  reads: [
    'account',
    'security',
    'balance',
    'transactions',
    'packs',
    'cards',
    'shipments',
    'audit-log',
  ],
  params: userId,
  reply: userDetail,
  rejections: ['USER_NOT_FOUND'],
});

export const changeUserRole = endpoint({
  method: 'PATCH',
  path: '/admin/users/{id}',
  summary:
    "Changes a user's role, and signs out who loses a right. You can't change your own, and at least one admin must remain.",
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['account', 'security', 'staff', 'audit-log'],
  params: userId,
  body: z
    .object({ role: z.enum(ROLES, `role must be ${ROLES.join(', ')}`), ...givenRole })
    .check(checkGivenRole),
  reply: userDetail,
  rejections: ['USER_NOT_FOUND', 'NOT_FOUND', 'INVALID_TRANSITION'],
});

const REASON_LENGTH_MAX = 500;

export const withReason = z.object({
  reason: z
    .string('reason is required')
    .check(
      z.trim(),
      z.minLength(1, 'reason is required'),
      z.maxLength(REASON_LENGTH_MAX, 'reason is too long'),
    ),
});

export const lockUser = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/lock',
  summary: "Locks a user's account and ends all their sessions; they keep their belongings.",
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['account', 'security', 'audit-log'],
  params: userId,
  body: withReason,
  reply: userDetail,
  rejections: ['USER_NOT_FOUND', 'INVALID_TRANSITION'],
});

export const unlockUser = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/unlock',
  summary: 'Lets a user whose account is locked sign in again.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['account', 'security', 'audit-log'],
  params: userId,
  body: withReason,
  reply: userDetail,
  rejections: ['USER_NOT_FOUND', 'INVALID_TRANSITION'],
});

export const letUserThrough = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/let-through',
  summary:
    'Lets a user buy who shares last name and address with somebody excluded, and is somebody else.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['account', 'audit-log'],
  params: userId,
  body: withReason,
  reply: userDetail,
  rejections: ['USER_NOT_FOUND', 'INVALID_TRANSITION'],
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  summary: 'Signs a user out everywhere.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['security', 'audit-log'],
  params: userId,
  reply: z.object({ ended: z.int() }),
  rejections: ['USER_NOT_FOUND'],
});

export const removeUserTwoFactor = endpoint({
  method: 'DELETE',
  path: '/admin/users/{id}/two-factor',
  summary: 'Removes the second factor of a user who has lost it, and notifies them by mail.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['security', 'audit-log'],
  params: userId,
  reply: userDetail,
  rejections: ['USER_NOT_FOUND', 'INVALID_TRANSITION'],
});

/** A repeated call gives another token, because no token is stored. */
export const giveTwoFactorToken = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/two-factor-token',
  summary:
    "A token for setting up an operator's first second factor, shown only this once; the previous one stops working.",
  audience: 'owner',
  personsOnly: true,
  repeat: 'natural',
  changes: ['audit-log'],
  params: userId,
  reply: z.object({ token: z.string(), expiresAt: instant }),
  rejections: ['USER_NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ UserSummary: userSummary, UserDetail: userDetail });
