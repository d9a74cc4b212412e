// Shows who works in the shop and what they may do, makes roles, and invites people.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/admin-staff.ts';
import type { StaffInvitation, StaffPerson } from '#contract/admin-staff.ts';
import { completeRights, rightsOf, type Right } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  deleteInvitation,
  deleteStaffRole,
  endSessionsOfRole,
  findInvitation,
  holdStaffRole,
  insertStaffRole,
  isInvitedTo,
  listInvitations,
  listStaff,
  listStaffRoles,
  lockStaffRole,
  replaceInvitation,
  updateStaffRole,
  type InvitationRow,
  type StaffRow,
} from '../accounts/admin/staff-queries.ts';
import { awaitsTwoFactor } from '../accounts/two-factor-token.ts';
import { findUserByEmail } from '../accounts/users-queries.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { staffInvitationMail } from '../mail/templates/staff-invitation.ts';
import type { Context } from '../runtime/context.ts';

export const showStaff = handler(rows.showStaff, async (context) => {
  const [people, roles, invitations] = await Promise.all([
    listStaff(context.db),
    listStaffRoles(context.db),
    listInvitations(context.db),
  ]);
  return {
    people: people.map((row) => personOf(context, row)),
    roles,
    invitations: invitations.map(invitationOf),
  };
});

export const makeStaffRole = handler(
  rows.makeStaffRole,
  async (context, caller, { name, rights: named }) => {
    const id = randomUUID();
    const rights = completeRights(named);
    if (!(await insertStaffRole(context.db, { id, name, rights }))) throw nameTaken();
    await recordAuditEntry(context, caller, {
      action: 'make_staff_role',
      subject: { kind: 'staff_role', id },
      after: { name, rights },
    });
    return { id, name, rights, people: 0 };
  },
);

export const changeStaffRole = handler(
  rows.changeStaffRole,
  async (context, caller, { id, name, rights: named }) => {
    const { db } = context;
    const rights = completeRights(named);
    const before = await lockStaffRole(db, id);
    if (before === null) throw new Rejection('NOT_FOUND');
    if (!(await updateStaffRole(db, { id, name, rights }))) throw nameTaken();
    const sessionsEnded = losesRight(before.rights, rights) ? await endSessionsOfRole(db, id) : 0;
    await recordAuditEntry(context, caller, {
      action: 'change_staff_role',
      subject: { kind: 'staff_role', id },
      before: { name: before.name, rights: before.rights },
      after: { name, rights, sessionsEnded },
    });
    return { id, name, rights, people: before.people };
  },
);

export const removeStaffRole = handler(rows.removeStaffRole, async (context, caller, { id }) => {
  const { db } = context;
  const before = await lockStaffRole(db, id);
  if (before === null) throw new Rejection('NOT_FOUND');
  if (before.people > 0 || (await isInvitedTo(db, id))) {
    throw new Rejection('INVALID_TRANSITION', 'Give the people with this role another one first');
  }
  await deleteStaffRole(db, id);
  await recordAuditEntry(context, caller, {
    action: 'remove_staff_role',
    subject: { kind: 'staff_role', id },
    before: { name: before.name, rights: before.rights },
    after: {},
  });
  return null;
});

const INVITED_DAYS = 7;

export const inviteStaff = handler(
  rows.inviteStaff,
  async (context, caller, { email, role, staffRoleId = null }) => {
    const { db } = context;
    const made = staffRoleId === null ? null : await holdStaffRole(db, staffRoleId);
    if (staffRoleId !== null && made === null) throw new Rejection('NOT_FOUND');
    const known = await findUserByEmail(db, email);
    if (known !== null && known.role !== 'user') {
      throw new Rejection('INVALID_TRANSITION', 'They work here already: change their role');
    }
    const id = randomUUID();
    const invitedById = caller.userId;
    const invited = { id, email, role, staffRoleId, invitedById, days: INVITED_DAYS };
    if (!(await replaceInvitation(db, invited))) {
      throw new Rejection('INVALID_TRANSITION', 'Somebody else has invited them just now');
    }
    await sendMail(
      context,
      { email, userId: known?.id ?? null },
      staffInvitationMail({
        role: made?.name ?? role,
        days: INVITED_DAYS,
        head: letterheadOf(context),
      }),
    );
    const invitation = await findInvitation(db, id);
    await recordAuditEntry(context, caller, {
      action: 'invite_staff',
      subject: { kind: 'invitation', id },
      after: { role, staffRoleId },
    });
    return { ...invitationOf(invitation!), isMailSent: context.mailer !== null };
  },
);

export const withdrawInvitation = handler(
  rows.withdrawInvitation,
  async (context, caller, { id }) => {
    if (!(await deleteInvitation(context.db, id))) throw new Rejection('NOT_FOUND');
    await recordAuditEntry(context, caller, {
      action: 'withdraw_invitation',
      subject: { kind: 'invitation', id },
    });
    return null;
  },
);

function nameTaken(): Rejection {
  return new Rejection('VALIDATION_ERROR', {
    sentence: 'A role has this name already',
    details: [{ path: 'name', message: 'A role has this name already' }],
  });
}

/**
 * Whether a change of rights takes one away. The person who had it is then signed out, because their pages would still
 * show what they may no longer see.
 */
export function losesRight(before: readonly Right[], after: readonly Right[]): boolean {
  return before.some((right) => !after.includes(right));
}

function personOf(context: Context, row: StaffRow): StaffPerson {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    staffRole: staffRoleOf(row),
    rights: [...rightsOf(row)],
    isLocked: row.is_locked,
    twoFactorEnabled: row.has_two_factor,
    awaitsTwoFactor: awaitsTwoFactor(context, row),
    lastSignInAt: row.last_sign_in_at,
    sessions: row.sessions,
  };
}

function invitationOf(row: InvitationRow): StaffInvitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    staffRole: staffRoleOf(row),
    invitedBy: row.invited_by,
    invitedAt: row.invited_at,
    expiresAt: row.expires_at,
  };
}

/** The role made in this shop, as responses name it. */
export function staffRoleOf(row: {
  staff_role_id: string | null;
  staff_role_name: string | null;
}): { id: string; name: string } | null {
  return row.staff_role_id === null || row.staff_role_name === null
    ? null
    : { id: row.staff_role_id, name: row.staff_role_name };
}
