import { GRACE_DAYS } from '#domain/leaving.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Tells the owner when their account will be deleted, and how they can prevent that. The mail is sent even if somebody
 * else requested the deletion.
 */
export function accountDeletionMail({ dueAt, head }: { dueAt: Date; head: Letterhead }): Mail {
  const day = dueAt.toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
  return writeMail(head, {
    kind: 'account_deletion',
    subject: `Your ${head.shop} account will be deleted on ${day}`,
    parts: [
      `As you asked, your account will be deleted on ${day} (UTC), in ${GRACE_DAYS} days. You have been signed out everywhere, and public pages of your pulls have ended.`,
      'Credits, cards and unopened packs that you still have then are lost. Until then you can sign in and spend your credits, sell your cards or have them shipped.',
      'To keep your account, sign in before that day and press Keep my account.',
      { link: `${head.publicUrl}/auth?mode=login&redirect=/my-account`, label: 'Sign in' },
      "If it wasn't you, somebody knows your password: sign in, keep your account, and change it.",
    ],
  });
}
