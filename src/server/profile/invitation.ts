// Shows a user the invitation of their address to work in the shop, and accepts it (choice 971).
import * as rows from '#contract/profile-invitation.ts';
import { rightsOf } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import { findInvitationOf, takeInvitation } from '../accounts/admin/staff-queries.ts';
import { shownUser } from '../accounts/sessions.ts';
import { findUser } from '../accounts/users-queries.ts';

export const showInvitation = handler(rows.showInvitation, async ({ db }, { userId }) => {
  const found = await findInvitationOf(db, userId);
  return (
    found && {
      role: found.role,
      roleName: found.staff_role_name,
      rights: [...rightsOf(found)],
      invitedBy: found.invited_by,
      expiresAt: found.expires_at,
    }
  );
});

export const acceptInvitation = handler(rows.acceptInvitation, async (context, caller) => {
  const { db } = context;
  const { userId: id } = caller;
  const [invitation, before] = [await findInvitationOf(db, id), await findUser(db, id)];
  if (invitation === null) throw new Rejection('NOT_FOUND');
  if (before!.role !== 'user') {
    throw new Rejection('INVALID_TRANSITION', 'You work here already: an admin changes your role');
  }
  if (!(await takeInvitation(db, invitation, id))) throw new Rejection('NOT_FOUND');
  const user = shownUser((await findUser(db, id))!);
  await recordAuditEntry(context, caller, {
    action: 'accept_invitation',
    subject: { kind: 'user', id },
    after: { role: invitation.role, staffRoleId: invitation.staff_role_id },
  });
  return { user };
});
