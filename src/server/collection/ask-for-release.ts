import * as rows from '#contract/collection.ts';
import { Rejection } from '#domain/rejection.ts';
import { dayOf } from '#domain/day.ts';
import { mailboxOf } from '../accounts/notify.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { releaseAskedMail } from '../mail/templates/release-asked.ts';
import { listExpiredCards } from './own-cards-queries.ts';

/**
 * Mails the shop's contact address that a user wants their locked cards back. Sends at most one mail per user and UTC
 * day, however often the user presses the button (choice 786).
 */
export const askForRelease = handler(rows.askForRelease, async (context, { userId }) =>
  inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const cards = await listExpiredCards(db, userId);
    const mailbox = await mailboxOf(db, userId);
    if (cards.length === 0 || mailbox === null) {
      throw new Rejection('CARD_NOT_AVAILABLE', 'None of your cards is locked as expired');
    }
    const day = dayOf(context.now());
    await sendMail(
      inside,
      { email: context.settings.now().contactEmail, userId: null },
      releaseAskedMail({ email: mailbox.email, cards, head: letterheadOf(inside) }),
      `release asked ${userId} ${day}`,
    );
    return { cards: cards.length };
  }),
);
