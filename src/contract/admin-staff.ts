// Who works in the shop: people, roles that were made here, and invitations (docs/product.md §13).
import * as z from 'zod/mini';
import { RIGHTS, ROLES, STAFF_RIGHTS, STAFF_ROLES } from '#domain/access.ts';
import { emailField } from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { text } from './texts.ts';

const ROLE_NAME_LENGTH_MAX = 40;

/** A role made in this shop, where a response or a request names one. */
export const staffRoleName = z.nullable(z.object({ id: z.uuid(), name: z.string() }));

/** The role that somebody gets. `staffRoleId` is required for the role `staff`, and forbidden for any other. */
export const givenRole = {
  staffRoleId: z.optional(z.uuid('staffRoleId must be the id of a role')),
};

/** Requires a role made in this shop for `staff`, and only for `staff`. */
export function checkGivenRole(body: {
  value: { role: string; staffRoleId?: string | undefined };
  issues: z.core.$ZodRawIssue[];
}): void {
  const { role, staffRoleId } = body.value;
  if ((role === 'staff') === (staffRoleId !== undefined)) return;
  body.issues.push({
    code: 'custom',
    input: body.value,
    path: ['staffRoleId'],
    message: 'staffRoleId names a role for staff, and only for staff',
  });
}

const staffPerson = z.object({
  id: z.uuid(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** The role that was made in this shop. Null for moderators and admins. */
  staffRole: staffRoleName,
  rights: z.array(z.enum(RIGHTS)),
  isLocked: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Whether the role has no effect until the person sets up a second factor. */
  awaitsTwoFactor: z.boolean(),
  /** Null if the person has never signed in. */
  lastSignInAt: z.nullable(instant),
  /** The number of active sessions. */
  sessions: z.int(),
});

export type StaffPerson = z.output<typeof staffPerson>;

const staffRole = z.object({
  id: z.uuid(),
  name: z.string(),
  rights: z.array(z.enum(RIGHTS)),
  /** The number of people with this role. */
  people: z.int(),
});

export type StaffRole = z.output<typeof staffRole>;

const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES),
  staffRole: staffRoleName,
  invitedBy: z.string(),
  invitedAt: instant,
  expiresAt: instant,
});

export type StaffInvitation = z.output<typeof invitation>;

export const showStaff = endpoint({
  method: 'GET',
  path: '/admin/staff',
  summary:
    'Everybody with a role and what they may do, the roles made in this shop, and open invitations; 500 of each at most.',
  audience: 'owner',
  repeat: 'none',
  reads: ['account', 'security', 'staff'],
  reply: z.object({
    /** Admins first, then by address. */
    people: z.array(staffPerson),
    roles: z.array(staffRole),
    invitations: z.array(invitation),
  }),
  rejections: [],
});

/**
 * The reply also has the rights that a right includes: `catalogue` includes `packing`, and `money` includes `support`.
 */
const roleBody = z.object({
  name: text('Name', ROLE_NAME_LENGTH_MAX),
  rights: z
    .array(z.enum(STAFF_RIGHTS, `rights must be among ${STAFF_RIGHTS.join(', ')}`))
    .check(z.minLength(1, 'A role has at least one right')),
});

const roleId = z.object({ id: z.uuid('id must be the id of a role') });

export const makeStaffRole = endpoint({
  method: 'POST',
  path: '/admin/staff/roles',
  summary: 'Makes a role for people who may do only a part of the work.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['staff', 'audit-log'],
  body: roleBody,
  reply: staffRole,
  rejections: [],
});

export const changeStaffRole = endpoint({
  method: 'PUT',
  path: '/admin/staff/roles/{id}',
  summary:
    'Renames a role, or changes its rights. If it loses a right, everybody who has it is signed out.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['staff', 'account', 'security', 'audit-log'],
  params: roleId,
  body: roleBody,
  reply: staffRole,
  rejections: ['NOT_FOUND'],
});

export const removeStaffRole = endpoint({
  method: 'DELETE',
  path: '/admin/staff/roles/{id}',
  summary: 'Removes a role that nobody has and nobody is invited to.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['staff', 'audit-log'],
  params: roleId,
  reply: z.null(),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/admin/staff/invitations',
  summary:
    'Invites somebody by mail to work in the shop, for seven days. An earlier invitation of the address ends.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['staff', 'audit-log'],
  body: z
    .object({
      email: emailField,
      role: z.enum(STAFF_ROLES, `role must be ${STAFF_ROLES.join(', ')}`),
      ...givenRole,
    })
    .check(checkGivenRole),
  reply: z.extend(invitation, {
    /** Whether the shop sends mail. If not, it only stores the mail. A process of the previous version omits this field. */
    isMailSent: z._default(z.boolean(), true),
  }),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/admin/staff/invitations/{id}',
  summary: 'Withdraws an invitation that nobody has accepted.',
  audience: 'owner',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['staff', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of an invitation') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({ StaffPerson: staffPerson, StaffRole: staffRole, StaffInvitation: invitation });
