import { statement, type Database } from '../database/database.ts';
import type { Recipient } from './send-mail.ts';
import type { MailState } from './tables.ts';
import type { Mail } from './write-mail.ts';

/** Writes a mail down; false when its fact was told before. */
export async function insertMail(
  db: Database,
  mail: Mail & { id: string; to: Recipient; fact: string | null; state: MailState },
): Promise<boolean> {
  const rows = await statement(
    db,
    'insert_mail',
    `insert into mails (id, kind, user_id, to_address, subject, text, html, is_secret, fact, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (fact) do nothing returning id`,
    [
      mail.id,
      mail.kind,
      mail.to.userId,
      mail.to.email,
      mail.subject,
      mail.text,
      mail.html,
      mail.isSecret,
      mail.fact,
      mail.state,
    ],
  );
  return rows.length > 0;
}

/** Deletes every mail to a person: by whom it was for, and by their address where nobody is named. */
export async function deleteMailsTo(
  db: Database,
  person: { userId: string; email: string },
): Promise<void> {
  await statement(
    db,
    'delete_mails_to',
    'delete from mails where user_id = $1 or (user_id is null and to_address = $2)',
    [person.userId, person.email],
  );
}
