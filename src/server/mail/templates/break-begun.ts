import { BREAK_WORDS, isExclusion, type Break } from '#domain/break.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });

/** Confirms a break from buying, and says what the user may still do during the break. */
export function breakBegunMail({ kind, endsAt, head }: Break & { head: Letterhead }): Mail {
  const end = endsAt === null ? 'It has no end.' : `It ends on ${DAY.format(endsAt)} (UTC).`;
  return writeMail(head, {
    kind: 'break_begun',
    subject: `We sell you nothing: ${BREAK_WORDS[kind]}`,
    parts: [
      `You asked us to sell you nothing. ${end} Nobody can end it earlier, we neither.`,
      isExclusion(kind)
        ? 'What you own stays yours. You can open your packs, sell and ship your cards, and return sealed packs at any time. The thirty days of your cards stand still.'
        : 'What you own stays yours. You can open your packs, and sell and ship your cards. The thirty days of your cards stand still, for at most 60 days of pauses in a year.',
      { link: `${head.publicUrl}/helplines`, label: 'Somebody to talk to' },
    ],
  });
}
