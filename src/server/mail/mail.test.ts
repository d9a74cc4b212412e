import { pino } from 'pino';
import { expect, test } from 'vitest';
import { inTransaction } from '#engine/database.ts';
import { LETTERHEAD } from '../../testing/letterhead.ts';
import { useTestApp } from '../../testing/app.ts';
import { sendMail } from './send-mail.ts';
import { writeMail } from './write-mail.ts';

const shop = useTestApp();
const mail = writeMail(LETTERHEAD, {
  kind: 'test',
  subject: 'Hello',
  parts: ['The code is 123456.'],
});
const to = (email: string) => ({ email, userId: null });

async function mailsTo(email: string) {
  const { rows } = await shop.owner.query(
    'select kind, subject, text, html, is_secret, state from mails where to_address = $1',
    [email],
  );
  return rows;
}

test('a mail is stored in the database, and its text can be read in the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await inTransaction(shop.context.db, (db) =>
    sendMail({ ...shop.context, db, log }, to('a@example.test'), mail),
  );
  expect(await mailsTo('a@example.test')).toMatchObject([
    { subject: 'Hello', text: mail.text, html: mail.html, is_secret: false, state: 'kept' },
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The code is 123456.');
});

test('a mail is not sent if its reason rolls back', async () => {
  const failed = inTransaction(shop.context.db, async (db) => {
    await sendMail({ ...shop.context, db }, to('b@example.test'), mail);
    throw new Error('never mind');
  });
  await expect(failed).rejects.toThrow('never mind');
  expect(await mailsTo('b@example.test')).toEqual([]);
});

test('a fact is mailed once, forever', async () => {
  for (const _time of [1, 2]) {
    await inTransaction(shop.context.db, (db) =>
      sendMail({ ...shop.context, db }, to('c@example.test'), mail, 'a fact'),
    );
  }
  expect(await mailsTo('c@example.test')).toHaveLength(1);
});

test('nothing that a user wrote becomes markup in a mail', () => {
  const { html, text } = writeMail(LETTERHEAD, {
    kind: 'test',
    subject: '<b>&',
    parts: ['<script>alert("x")</script>', { link: 'https://shop.test/?a=1&b=2', label: '"Go"' }],
  });
  expect(html).not.toContain('<script>');
  expect(html).toContain('<title>&lt;b&gt;&amp;</title>');
  expect(html).toContain('href="https://shop.test/?a=1&amp;b=2"');
  expect(text).toContain('<script>alert("x")</script>');
});
