import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Sends an operator the code that proves that the shop's mail arrives. */
export function proveMailMail({ code, head }: { code: string; head: Letterhead }): Mail {
  return writeMail(head, {
    kind: 'prove_mail',
    subject: `${code} proves that the mail of ${head.shop} arrives`,
    isSecret: true,
    parts: [
      'You asked whether the mail of your shop arrives. It does. Your code is',
      { code },
      `It expires in ${CODE_LIFE_MINUTES} minutes.`,
      { link: `${head.publicUrl}/admin/opening`, label: 'Enter the code' },
    ],
  });
}
