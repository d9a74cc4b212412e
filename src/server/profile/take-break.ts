// Begins breaks from buying. Nobody can end a break early, not even an operator.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/profile-limits.ts';
import { isExclusion } from '#domain/break.ts';
import { inTransaction } from '#engine/database.ts';
import { notify } from '../accounts/notify.ts';
import { endOpenPaymentsFor } from '../card-payments/begin-only-payment.ts';
import { handler } from '../http/handler.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import { insertBreak } from '../limits/breaks-queries.ts';
import { markExcluded } from '../limits/exclusion-marks.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { breakBegunMail } from '../mail/templates/break-begun.ts';
import { readLimits } from './own-limits.ts';

export const takeBreak = handler(rows.takeBreak, async (context, { userId }, { kind }) => {
  const begun = await inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    // Purchases take the same lock, so each purchase either comes before the break or is refused.
    await lockAccount(db, userId);
    const found = await insertBreak(db, randomUUID(), userId, kind);
    if (isExclusion(kind)) await markExcluded(inside, userId);
    const mail = breakBegunMail({ ...found, head: letterheadOf(context) });
    await notify(inside, userId, 'always', mail);
    return found;
  });
  context.log.info(
    { event: 'break_begun', userId, kind, until: begun.endsAt },
    'A user began a break',
  );
  await endOpenPaymentsFor(context, userId, 'order');
  await endOpenPaymentsFor(context, userId, 'top_up');
  return readLimits(context, userId);
});
