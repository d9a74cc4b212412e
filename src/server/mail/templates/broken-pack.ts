import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Tells an admin that a pack was not opened, because it holds something else than was written down. */
export function brokenPackMail({
  id,
  serial,
  packTypeName,
  head,
}: {
  id: string;
  serial: string;
  packTypeName: string;
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'broken_pack',
    subject: `Pack ${serial} is not what was written down`,
    parts: [
      `Somebody was about to open pack ${serial} (${packTypeName}). Its document is not the one that its commitment was made of, so it was not opened.`,
      'The pack is kept back: it is neither sold nor opened until the two agree. Somebody has changed what only the owner of the database can change. Find out who, and bring back the document from a backup of before; where a buyer has the pack, give its price back.',
      { link: `${head.publicUrl}/admin/stock?id=${id}`, label: 'See the pack' },
    ],
  });
}
