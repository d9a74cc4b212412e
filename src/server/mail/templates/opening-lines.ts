import { OPENING_TITLES, type JudgedLine } from '#domain/leave-to-open.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies an admin which conditions for opening the shop no longer hold. `fallen` names at least one condition. */
export function openingLinesMail({
  fallen,
  head,
}: {
  fallen: JudgedLine[];
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'opening_lines',
    subject: `${head.shop}: what the shop opened with no longer stands`,
    parts: [
      'The shop goes on selling. These lines have fallen since it opened:',
      {
        rows: fallen.map(({ line, problem }) => ({
          name: OPENING_TITLES[line],
          note: problem ?? '',
        })),
      },
      'You get this mail every day until they stand again.',
      { link: `${head.publicUrl}/admin/opening`, label: 'See all lines' },
    ],
  });
}
