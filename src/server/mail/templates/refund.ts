import { formatCad, type Cents } from '#domain/money.ts';
import { packsSentence, type PacksOfRefund } from '#domain/refund-words.ts';
import type { Letterhead } from '../letterhead.ts';
import type { MailPart } from '../write-mail.ts';

/** The values of a mail about a refund. The credit note is attached when the mail is sent. */
export type RefundValues = {
  /** The transaction's id. */
  id: string;
  amount: Cents;
  /** What the refunded payment was for. */
  description: string;
  to: 'card' | 'balance';
  /**
   * What happened to the packs. The field is absent if there were no packs, and in mails that are older than this
   * field.
   */
  packs?: PacksOfRefund;
};

export type RefundMail = { kind: 'refund'; subject: string; facts: RefundValues };

export function refundMail(facts: RefundValues, head: Letterhead): RefundMail {
  return {
    kind: 'refund',
    subject: `Your ${head.shop} refund: ${formatCad(facts.amount)}`,
    facts,
  };
}

export function partsOfRefund(
  { id, amount, description, to, packs }: RefundValues,
  head: Letterhead,
): MailPart[] {
  return [
    to === 'card'
      ? `${formatCad(amount)} goes back to the card that you paid with. Banks take a few days to show it.`
      : `${formatCad(amount)} went back to your balance.`,
    { rows: [{ name: description, amount }], total: amount },
    ...(packs === undefined ? [] : [packsSentence(packs, 'after')]),
    { link: `${head.publicUrl}/transactions/${id}/receipt`, label: 'View credit note' },
  ];
}
