import { COUNTED_MOST } from '#contract/paging.ts';
import { URGENT_KINDS, type MailState } from '#domain/mail.ts';
import { searchKey } from '#domain/search-key.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, inLines, type BatchedStatement } from '#engine/batched-statement.ts';
import { listNewest } from '../database/list-newest.ts';
import { begins, byLetters, firstBy, narrow } from '../database/narrow.ts';
import type { StoredWords } from './text-of.ts';
import type { Recipient } from './write-mail.ts';

/** Stores a mail. If its event has already been mailed, stores nothing and returns false. */
export async function insertMail(db: Transaction, mail: NewMail): Promise<boolean> {
  const rows = await batchedStatement(db, NEW_MAILS, mail);
  return rows.length > 0;
}

type NewMail = StoredWords & {
  id: string;
  isSecret: boolean;
  to: Recipient;
  fact: string | null;
  state: MailState;
};

const NEW_MAILS: BatchedStatement<NewMail> = {
  text: `with told as (
     insert into mails (id, kind, user_id, to_address, subject, text, html, facts, is_secret, fact, state)
     select id, kind, user_id, to_address, subject, text, html, facts::jsonb, is_secret, fact, state
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
       string_to_array($11, e'\\n', ''), $8::boolean[], $9::text[], $10::text[]) as w (id, kind, user_id, to_address, subject, text, html, facts, is_secret, fact, state)
     on conflict (fact) do nothing returning id
   )
   select array_position($1::uuid[], told.id) as at from told`,
  writes: true,
  valuesOf: (mails) => [
    ...inColumns(
      mails.map((mail) => [
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
      ]),
    ),
    inLines(mails.map(({ facts }) => (facts === null ? null : JSON.stringify(facts)))),
  ],
};

export type MailToSend = StoredWords & {
  id: string;
  user_id: string | null;
  to_address: string;
  created_at: Date;
};

/**
 * Claims a mail for sending. Returns null if the mail is not waiting, or if another process is sending it. Five minutes
 * after a claim, another process may claim the mail, because no mail server takes longer to accept it.
 */
export async function startSending(db: Database, id: string): Promise<MailToSend | null> {
  const [row] = await statement<MailToSend>(
    db,
    `update mails set state = 'sending', claimed_at = shop_clock(), attempts = attempts + 1
     where id = $1 and (state in ('queued', 'failed')
       or (state = 'sending' and claimed_at < shop_clock() - interval '5 minutes'))
     returning id, user_id, kind, to_address, subject, text, html, facts, created_at`,
    [id],
  );
  return row ?? null;
}

/** Whether another process is sending a mail at this moment. */
export async function isBeingSent(db: Database, id: string): Promise<boolean> {
  const rows = await statement(db, `select from mails where id = $1 and state = 'sending'`, [id]);
  return rows.length > 0;
}

/**
 * Marks a mail as sent and stores its text. If the mail has a code, the stored text says only that the mail was sent
 * (choice 63).
 */
export async function markMailSent(
  db: Database,
  id: string,
  words: { text: string; html: string | null },
  wiped: string,
): Promise<void> {
  await statement(
    db,
    `update mails set state = 'sent', sent_at = shop_clock(), last_error = null,
       subject = case when is_secret then regexp_replace(subject, '[0-9]{4,}', '(code)', 'g') else subject end,
       text = case when is_secret then $2 else $3 end,
       html = case when is_secret then null else $4 end, facts = null
     where id = $1 and state = 'sending'`,
    [id, wiped, words.text, words.html],
  );
}

/** Requeues a mail that could not be sent, or marks the mail as given up. */
export async function putMailBack(
  db: Database,
  id: string,
  state: 'queued' | 'failed',
  error: string,
): Promise<void> {
  await statement(
    db,
    `update mails set state = $2, last_error = $3 where id = $1 and state = 'sending'`,
    [id, state, error],
  );
}

/** Lists the mails that wait to be sent, oldest first: either those of the urgent kinds, or all others. */
export async function listQueuedMails(
  db: Database,
  { isUrgent }: { isUrgent: boolean },
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select id from mails where state = 'queued' and (kind = any ($1)) = $2 order by created_at, id limit $3`,
    [URGENT_KINDS, isUrgent, limit],
  );
  return rows.map((row) => row.id);
}

export type MailRow = {
  id: string;
  kind: string;
  to_address: string;
  subject: string;
  state: MailState;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
};

const MAIL_COLUMNS =
  't.id, t.kind, t.to_address, t.subject, t.state, t.attempts, t.last_error, t.created_at, t.sent_at';

/**
 * Lists a page of all mails, newest first. `search`: the beginning of an address, or a kind written with spaces or
 * underscores. `total` counts up to COUNTED_MOST.
 */
export async function listMails(
  db: Database,
  filter: { state: MailState | null; search: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: MailRow[]; total: number }> {
  const { state, search } = filter;
  return listNewest<MailRow>(
    db,
    {
      table: 'mails',
      columns: MAIL_COLUMNS,
      narrowed: narrow([{ sql: 't.state = $?', value: state }]),
      search: search === null ? null : { text: searchKey(search), ways: MAIL_WAYS },
    },
    limit,
    offset,
  );
}

const NEWEST = `order by t.created_at desc limit ${COUNTED_MOST}`;
const MAIL_WAYS = [
  { sql: 't.to_address = $?', first: NEWEST },
  { sql: begins('t.to_address', '$?'), first: firstBy(byLetters('t.to_address'), COUNTED_MOST) },
  // Only addresses with characters outside of ASCII have an index of their search keys. The condition on the length
  // selects these few addresses.
  {
    sql: `octet_length(t.to_address) <> length(t.to_address) and ${begins('search_key(t.to_address)', '$?')}`,
    first: firstBy(byLetters('search_key(t.to_address)'), COUNTED_MOST),
  },
  { sql: `t.kind = replace($?, ' ', '_')`, first: NEWEST },
];

/** Returns a mail with its text or its values, or null if there is no such mail. */
export async function findMail(db: Database, id: string): Promise<(MailRow & StoredWords) | null> {
  const [row] = await statement<MailRow & StoredWords>(
    db,
    `select ${MAIL_COLUMNS}, t.text, t.html, t.facts from mails t where t.id = $1`,
    [id],
  );
  return row ?? null;
}

/** Requeues a mail that was given up. If the mail was not given up, does nothing and returns false. */
export async function requeueMail(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(
    db,
    `update mails set state = 'queued' where id = $1 and state = 'failed' returning id`,
    [id],
  );
  return rows.length > 0;
}

/**
 * Deletes every mail to a user. If a mail has no recipient's id, it is found by its address. The jobs of these mails
 * are deleted too, because a job's error may name the recipient.
 */
export async function deleteMailsTo(
  db: Transaction,
  person: { userId: string; email: string },
): Promise<void> {
  await statement(
    db,
    `with gone as (
       delete from mails where user_id = $1 or (user_id is null and to_address = $2) returning id::text
     )
     delete from pgboss.job where name in ('send-mail', 'send-urgent-mail') and data->>'mailId' in (select id from gone)`,
    [person.userId, person.email],
  );
}
