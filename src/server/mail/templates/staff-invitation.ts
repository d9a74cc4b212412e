import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

type Invitation = { role: string; days: number; head: Letterhead };

/** Invites somebody to work in the shop. `role` is the name of their role. */
export function staffInvitationMail({ role, days, head }: Invitation): Mail {
  return writeMail(head, {
    kind: 'staff_invitation',
    subject: `You are invited to work at ${head.shop}`,
    parts: [
      `${head.shop} invites you to its admin pages, with the role “${role}”. Sign in or create an account with this e-mail address within ${days} days, and accept the invitation.`,
      { link: `${head.publicUrl}/invitation`, label: 'See the invitation' },
      'If you know nothing of this, ignore this mail: without you nothing happens.',
    ],
  });
}
