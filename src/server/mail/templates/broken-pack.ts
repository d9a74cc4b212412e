import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Notifies an admin that a pack could not be opened, because its cards differ from its document.
 */
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
    subject: `Pack ${serial} does not match its record`,
    parts: [
      `Somebody was about to open pack ${serial} (${packTypeName}). Its recorded contents do not match its commitment, so it was not opened.`,
      'The pack is blocked: it can be neither sold nor opened until the two match. Somebody has changed what only the owner of the database can change. Find out who, and restore the contents from an earlier backup; if a buyer has the pack, refund its price.',
      { link: `${head.publicUrl}/admin/stock?id=${id}`, label: 'View the pack' },
    ],
  });
}
