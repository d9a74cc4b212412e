import { formatCad, type Cents } from '#domain/money.ts';
import { LINK_CODE_LIFE_DAYS } from '#domain/one-time-code.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

type ImportedAccount = { code: string; email: string; credits: Cents; head: Letterhead };

/**
 * Tells the owner of an imported account how to choose a password. Address and code come after the "#" of the link, as
 * in the mail of a forgotten password.
 */
export function importedAccountMail({ code, email, credits, head }: ImportedAccount): Mail {
  const filled = new URLSearchParams({ email, code });
  return writeMail(head, {
    kind: 'imported_account',
    subject: `Your account has moved to ${head.shop}`,
    isSecret: true,
    parts: [
      `Our shop has moved, and your account has come with it: you have one at ${head.shop} with this e-mail address.`,
      ...(credits > 0
        ? [`${formatCad(credits)} of credits that you had are in your balance.`]
        : []),
      'Nobody took your old password along. Choose one to sign in; the page says which terms you accept with it.',
      {
        link: `${head.publicUrl}/auth?mode=reset#${filled.toString()}`,
        label: 'Choose a password',
      },
      `The link works once, within ${LINK_CODE_LIFE_DAYS} days. After that, “Forgot password” on the sign-in page mails you a code.`,
      'If you want none of this, ignore this mail, or ask us to delete the account.',
    ],
  });
}
