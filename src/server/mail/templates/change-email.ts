import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Brings the code that makes an address the one of an account, to that address. */
export function changeEmailMail({ code, publicUrl }: { code: string; publicUrl: string }): Mail {
  return writeMail({
    kind: 'change_email',
    subject: `${code} confirms your new Felt & Foil address`,
    isSecret: true,
    parts: [
      'You asked to use this address for your Felt & Foil account.',
      'Your confirmation code is',
      { code },
      `It is good for ${CODE_LIFE_MINUTES} minutes. Until you enter it, your address stays as it was.`,
      { link: `${publicUrl}/my-account`, label: 'Open My account' },
      "If you didn't ask for this, you can ignore this mail.",
    ],
  });
}
