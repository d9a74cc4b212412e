import type { ExpiredCard } from '#domain/expiry.ts';
import { formatCad } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

const CARDS_NAMED_MAX = 50;

/** Notifies the shop's operators that an owner requests the release of locked cards. `cards` has at least one card. */
export function releaseAskedMail({
  email,
  cards,
  head,
}: {
  email: string;
  cards: ExpiredCard[];
  head: Letterhead;
}): Mail {
  const counted = cards.length === 1 ? '1 card' : `${cards.length} cards`;
  const unnamed = cards.length - CARDS_NAMED_MAX;
  return writeMail(head, {
    kind: 'release_asked',
    subject: `Release asked for: ${counted}`,
    parts: [
      `${email} asks you to release ${counted}, locked because the ${CONVERT_AFTER_DAYS} days were over.`,
      {
        rows: cards.slice(0, CARDS_NAMED_MAX).map((card) => ({
          name: card.name,
          note: `market ${formatCad(card.marketValue)}`,
        })),
      },
      ...(unnamed <= 0 ? [] : [`And ${unnamed} more.`]),
      { link: `${head.publicUrl}/admin/locked-cards`, label: 'See locked cards' },
    ],
  });
}
