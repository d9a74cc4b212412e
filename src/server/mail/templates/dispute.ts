import type { DisputeState } from '#domain/dispute-state.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

type Told = { state: DisputeState; description: string; amount: Cents; head: Letterhead };

const TO_ADMINS: Record<DisputeState, { subject: string; text: string }> = {
  inquiry: {
    subject: 'A bank has asked about a payment',
    text: 'The bank asks on behalf of the cardholder. No money has moved and nothing is locked. Answer it before it becomes a dispute.',
  },
  open: {
    subject: 'A payment is disputed',
    text: 'The bank has taken the money. What was bought with it is locked, and the account is paused until the bank decides.',
  },
  won: {
    subject: 'A dispute was won',
    text: 'The money is back, and everything is unlocked.',
  },
  lost: {
    subject: 'A dispute was lost',
    text: 'The money is gone. Packs and cards that were still here are the shop’s again; what the buyer keeps is recorded as their debt.',
  },
  closed: {
    subject: 'An inquiry was closed',
    text: 'It has no consequences.',
  },
};

/** Notifies an admin of the state of a dispute, and of the bank's deadline for evidence. */
export function disputeMail(
  dispute: Told & { id: string; reason: string; evidenceDueAt: Date | null },
): Mail {
  const { state, description, amount, reason, evidenceDueAt, id, head } = dispute;
  const { subject, text } = TO_ADMINS[state];
  const isWaiting = state === 'inquiry' || state === 'open';
  const due =
    isWaiting && evidenceDueAt !== null
      ? ` The bank accepts evidence until ${evidenceDueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
      : '';
  return writeMail(head, {
    kind: 'dispute',
    subject: `${subject}: ${formatCad(amount)}`,
    parts: [
      `${description}, ${formatCad(amount)}. The cardholder’s reason: ${reason.replaceAll('_', ' ')}.`,
      `${text}${due}`,
      { link: `${head.publicUrl}/admin/disputes?id=${id}`, label: 'View the dispute' },
    ],
  });
}

/** Notifies the account’s owner of the consequences of a dispute. Returns null if the dispute has none. */
export function disputedPaymentMail({
  state,
  description,
  amount,
  debt,
  closed,
  head,
}: Told & { debt: Cents; closed: Cents }): Mail | null {
  const what = `${description}, ${formatCad(amount)}`;
  const account = { link: `${head.publicUrl}/my-account`, label: 'My account' };
  switch (state) {
    case 'open':
      return writeMail(head, {
        kind: 'disputed_payment',
        subject: `Your bank is disputing a payment to ${head.shop}`,
        parts: [
          `Your bank has told us that a payment is disputed: ${what}.`,
          'Until the bank has decided, the packs and cards of this payment are locked, and buying, selling and shipping are paused. The thirty days of these cards are paused meanwhile.',
          'If this is a mistake, tell your bank that the payment was yours.',
          account,
        ],
      });
    case 'won':
      return writeMail(head, {
        kind: 'disputed_payment',
        subject: `Your payment to ${head.shop} was upheld`,
        parts: [
          `Your bank has decided about a disputed payment: ${what}. It was upheld, and everything that was locked is yours to use again.`,
          account,
        ],
      });
    case 'lost':
      return writeMail(head, {
        kind: 'disputed_payment',
        subject: 'Your bank has taken a payment back',
        parts: [
          `Your bank has taken back a payment: ${what}. The packs and cards bought with it that were still here are no longer yours.`,
          debt > 0
            ? `You owe the shop ${formatCad(debt)} for what you keep of it. Your credits pay it first; what is left keeps your account paused until you add credits.`
            : 'You owe nothing.',
          ...(closed > 0
            ? [
                `A refund of ${formatCad(closed)} that was on its way to you has been closed, because your bank has paid you instead.`,
              ]
            : []),
          account,
        ],
      });
    default:
      return null;
  }
}
