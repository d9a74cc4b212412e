import { formatCad, type Cents } from '#domain/money.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Tells a user that they owe the shop money that was refunded to them. `hasTwice`: the user's bank also refunded the
 * payment.
 */
export function refundOwedMail({
  description,
  amount,
  hasTwice,
  head,
}: {
  description: string;
  amount: Cents;
  hasTwice: boolean;
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'refund_owed',
    subject: `You owe the shop ${formatCad(amount)}`,
    parts: [
      hasTwice
        ? `Your bank had taken a payment back for you, and now its refund has arrived at your card as well: ${description}.`
        : `A payment for credits went back to your card, and you had spent some of them: ${description}.`,
      `You owe the shop ${formatCad(amount)} for that. Your credits pay it first; what is left keeps your account paused until you add credits.`,
      { link: `${head.publicUrl}/transactions`, label: 'See your transactions' },
    ],
  });
}
