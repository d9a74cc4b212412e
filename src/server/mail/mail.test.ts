import { pino } from 'pino';
import { expect, test } from 'vitest';
import { inTransaction } from '../database/database.ts';
import { useTestApp } from '../test-app.ts';
import { sendMail } from './send-mail.ts';

const shop = useTestApp();
const mail = { kind: 'test', subject: 'Hello', text: 'The code is 123456.' };

async function kept(to: string) {
  const { rows } = await shop.owner.query(
    'select kind, subject, text, state from mails where to_address = $1',
    [to],
  );
  return rows;
}

test('a mail is kept in the database, and its text can be read in the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  await sendMail({ ...shop.context, log }, 'a@example.test', mail);
  expect(await kept('a@example.test')).toEqual([{ ...mail, state: 'kept' }]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The code is 123456.');
});

test('a mail goes nowhere when its reason rolls back', async () => {
  const failed = inTransaction(shop.context.db, async (db) => {
    await sendMail({ ...shop.context, db }, 'b@example.test', mail);
    throw new Error('never mind');
  });
  await expect(failed).rejects.toThrow('never mind');
  expect(await kept('b@example.test')).toEqual([]);
});
