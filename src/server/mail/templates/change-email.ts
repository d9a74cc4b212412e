import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Sends the code that confirms an account's new address, to the new address. */
export function changeEmailMail({ code, head }: { code: string; head: Letterhead }): Mail {
  return writeMail(head, {
    kind: 'change_email',
    subject: `${code} confirms your new ${head.shop} address`,
    isSecret: true,
    parts: [
      `You asked to use this address for your ${head.shop} account.`,
      'Your confirmation code is',
      { code },
      `It expires in ${CODE_LIFE_MINUTES} minutes. Until you enter it, your address stays as it was.`,
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
      "If you didn't ask for this, you can ignore this mail.",
    ],
  });
}
