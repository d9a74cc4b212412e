import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies the owner that a recovery code was used in place of their authenticator app. */
export function recoveryCodeUsedMail(used: { codesLeft: number; head: Letterhead }): Mail {
  const { codesLeft, head } = used;
  const left = codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`;
  return writeMail(head, {
    kind: 'recovery_code_used',
    subject: `A recovery code was used for your ${head.shop} account`,
    parts: [
      `Somebody who knows your password used a recovery code in place of your authenticator app. ${left} left.`,
      'If it was you, and your app is lost, turn two-factor off and on again: that gives you a new secret and new codes. If it was not you, change your password now.',
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}
