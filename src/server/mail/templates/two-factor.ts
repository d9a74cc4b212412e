import { RECOVERY_CODES } from '#domain/two-factor.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

const IF_NOT_YOU =
  'If it was you, there is nothing to do. If it was not, change your password now: that signs everybody else out.';

/** Notifies the owner that signing in now needs a second factor. */
export function twoFactorOnMail(head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'two_factor_on',
    subject: 'Two-factor sign-in is on',
    parts: [
      `Signing in to your ${head.shop} account now takes a code from your authenticator app, or one of the ${RECOVERY_CODES} recovery codes that you were shown. Keep those somewhere safe: without the app they are the only way in.`,
      IF_NOT_YOU,
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}

/** Notifies the owner that the shop removed their second factor at their request. */
export function twoFactorRemovedMail(head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'two_factor_removed',
    subject: 'Your second factor was removed',
    parts: [
      `We removed the second factor of your ${head.shop} account, because we were told that you had lost it. Signing in takes only your password now, and you are signed out everywhere.`,
      'If you did not ask for this, change your password and turn two-factor sign-in on again now.',
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}

/** Notifies the owner that they have turned off the second factor. */
export function twoFactorOffMail(head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'two_factor_off',
    subject: 'Two-factor sign-in is off',
    parts: [
      `Signing in to your ${head.shop} account takes only your password again.`,
      IF_NOT_YOU,
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}
