import { RECOVERY_CODES } from '#domain/two-factor.ts';
import { writeMail, type Mail } from '../write-mail.ts';

const IF_NOT_YOU =
  'If it was you, there is nothing to do. If it was not, change your password now: that signs everybody else out.';

/** Tells the owner that signing in takes a second factor from now on. */
export function twoFactorOnMail(publicUrl: string): Mail {
  return writeMail({
    kind: 'two_factor_on',
    subject: 'Two-factor sign-in is on',
    parts: [
      `Signing in to your Felt & Foil account now takes a code from your authenticator app, or one of the ${RECOVERY_CODES} recovery codes that you were shown. Keep those somewhere safe: without the app they are the only way in.`,
      IF_NOT_YOU,
      { link: `${publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}

/** Tells the owner that a password is enough again. */
export function twoFactorOffMail(publicUrl: string): Mail {
  return writeMail({
    kind: 'two_factor_off',
    subject: 'Two-factor sign-in is off',
    parts: [
      'Signing in to your Felt & Foil account takes only your password again.',
      IF_NOT_YOU,
      { link: `${publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}
