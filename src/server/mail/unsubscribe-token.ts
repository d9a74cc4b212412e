// Makes and reads unsubscribe tokens. A token names a user and a list. Its signature prevents guessing
// (docs/choices.md, 323).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_LISTS, type MailList } from '#domain/mail.ts';
import { UUID_FORM } from '#domain/uuid.ts';

type Named = { userId: string; list: MailList };

function signatureOf({ userId, list }: Named, secret: string): Buffer {
  return createHmac('sha256', `unsubscribe:${secret}`).update(`${userId} ${list}`).digest();
}

/**
 * Makes a token. It never expires, because a mail may be read years later, and because a token can do nothing but
 * unsubscribe.
 */
export function unsubscribeToken(named: Named, secret: string): string {
  return [named.userId, named.list, signatureOf(named, secret).toString('base64url')].join('.');
}

/** Returns the user and the list that a token names, or null if the shop did not sign the token. */
export function readUnsubscribeToken(token: string, secret: string): Named | null {
  const [userId = '', name = '', signature = '', more] = token.split('.');
  const list = MAIL_LISTS.find((one) => one === name);
  if (!UUID_FORM.test(userId) || list === undefined || more !== undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf({ userId, list }, secret);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? { userId, list } : null;
}
