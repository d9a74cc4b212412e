import { RETURN_LABEL } from '#domain/refund-words.ts';
import { GRANT_DAYS } from '#domain/returns.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies a buyer of an operator's decision about returning sealed packs. */
export function returnDecidedMail({
  isGranted,
  description,
  reason,
  head,
}: {
  isGranted: boolean;
  description: string;
  /** The reason, in the operator's words. */
  reason: string;
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'return_decided',
    subject: isGranted ? 'You can return your packs' : 'We can’t take your packs back',
    parts: [
      `You asked to return unopened packs: ${description}.`,
      isGranted
        ? `You can, within ${GRANT_DAYS} days: press “${RETURN_LABEL}” on the page of your purchase, in the browser that bought them. This ends if you open a pack of that type before.`
        : 'We can’t take them back. They stay yours, and you can open them at any time.',
      `What we want to say about it: ${reason}`,
      { link: `${head.publicUrl}/transactions`, label: 'See your transactions' },
    ],
  });
}
