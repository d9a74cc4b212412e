import { statement, type Database } from '../database/database.ts';
import type { MAIL_STATES } from './tables.ts';

export async function insertMail(
  db: Database,
  mail: {
    id: string;
    kind: string;
    to: string;
    subject: string;
    text: string;
    state: (typeof MAIL_STATES)[number];
  },
): Promise<void> {
  await statement(
    db,
    'insert_mail',
    'insert into mails (id, kind, to_address, subject, text, state) values ($1, $2, $3, $4, $5, $6)',
    [mail.id, mail.kind, mail.to, mail.subject, mail.text, mail.state],
  );
}
