import { formatCad, type Cents } from '#domain/money.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Tells somebody who has an account already that their credits from the former shop are in it. */
export function importedCreditsMail(credits: Cents, head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'imported_credits',
    subject: `Your credits have moved to ${head.shop}`,
    parts: [
      `Our shop has moved. ${formatCad(credits)} of credits that you had are in your balance now.`,
      { link: `${head.publicUrl}/transactions`, label: 'Your transactions' },
    ],
  });
}
