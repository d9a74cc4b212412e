import { LOSS_WORDS, type LossMethod, type LossReason } from '#domain/loss.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** The contents of the mail. `fee`: the shipping fee of a lost parcel, or null if only a card is lost. */
type Loss = {
  reason: LossReason;
  cards: { name: string; amount: Cents }[];
  fee: Cents | null;
  total: Cents;
  method: LossMethod;
  reference: string | null;
};

/** Notifies an owner that the shop lost their cards, and says what they get for them. */
export function lossMail(loss: Loss, head: Letterhead): Mail {
  const { cards, fee, total } = loss;
  return writeMail(head, {
    kind: 'loss',
    subject:
      fee === null ? `About your card ${cards[0]!.name}` : 'Your parcel is lost: what you get',
    parts:
      loss.method === 'replacement'
        ? [
            `${causeOf(loss)} We are sorry. As you agreed, you get the same card in the same condition from our shelf.`,
            'It lies in My cards, where you can ship it, or sell it back.',
            { link: `${head.publicUrl}/my-cards`, label: 'See your cards' },
          ]
        : [
            `${causeOf(loss)} We are sorry. You get the whole market value of each card: the higher of the day you asked for it and the day we found out.`,
            {
              rows: [
                ...cards.map(({ name, amount }) => ({ name, amount })),
                ...(fee === null ? [] : [{ name: 'Shipping', amount: fee }]),
              ],
              total,
            },
            wayOf(loss),
            { link: `${head.publicUrl}/transactions`, label: 'See your transactions' },
          ],
  });
}

function causeOf({ reason, cards, fee }: Loss): string {
  if (fee !== null) return 'Your parcel did not arrive, and we book it as lost.';
  return `Your card ${cards[0]!.name} is ${LOSS_WORDS[reason]}.`;
}

function wayOf({ method, reference, total }: Loss): string {
  return method === 'credits'
    ? `${formatCad(total)} went to your balance.`
    : `${formatCad(total)} goes to your bank account. The reference is ${reference}.`;
}
