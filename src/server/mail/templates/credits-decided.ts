import { formatCad, type Cents } from '#domain/money.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies a user of an operator's answer to their request for unspent credits. */
export function creditsDecidedMail({
  isPaid,
  toCards,
  transferred,
  reason,
  head,
}: {
  isPaid: boolean;
  toCards: Cents;
  /** The amount that was paid in another way than to cards. */
  transferred: Cents;
  /** The reason, in the operator's words. */
  reason: string;
  head: Letterhead;
}): Mail {
  const paid = [
    toCards > 0 && `${formatCad(toCards)} goes back to the cards that you paid with.`,
    transferred > 0 && `We paid ${formatCad(transferred)} in another way.`,
  ].filter((sentence) => sentence !== false);
  return writeMail(head, {
    kind: 'credits_decided',
    subject: isPaid ? 'Your unspent credits go back' : 'Your unspent credits stay',
    parts: [
      'You asked to get your unspent credits back.',
      ...(isPaid ? paid : ['They stay in your balance, where you can spend them.']),
      `What we want to say about it: ${reason}`,
      { link: `${head.publicUrl}/transactions`, label: 'See your transactions' },
    ],
  });
}
