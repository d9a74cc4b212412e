// Withholds packs whose cards differ from the document made at intake. Such packs can't be opened and go off sale, and
// the admins are notified.
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
import { listAdmins } from '../accounts/users-queries.ts';
import { listBrokenPacks } from '../stock/physical-packs-queries.ts';
import { withdrawBrokenPacks } from '../stock/places-queries.ts';
import { inTransaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { brokenPackMail } from '../mail/templates/broken-pack.ts';
import type { Context } from '../runtime/context.ts';

/** Thrown for packs that differ from their documents. */
export class BrokenPacks extends Rejection {
  readonly packIds: string[];

  constructor(code: RejectionCode, packIds: string[], sentence?: string) {
    super(code, sentence === undefined ? {} : { sentence });
    this.packIds = packIds;
  }
}

/**
 * Withholds the packs that could not be opened. It runs after the rejection has rolled back the purchase or the
 * opening.
 */
export async function withholdBrokenPacks(context: Context, refusal: Rejection): Promise<void> {
  if (!(refusal instanceof BrokenPacks)) return;
  const head = letterheadOf(context);
  const broken = await inTransaction(context.db, async (db) => {
    const found = await listBrokenPacks(db, refusal.packIds);
    await withdrawBrokenPacks(
      db,
      found.map(({ id }) => id),
    );
    const admins = await listAdmins(db);
    for (const { id, serial, pack_type_name: packTypeName } of found) {
      const mail = brokenPackMail({ id, serial, packTypeName, head });
      for (const admin of admins) {
        await sendMail({ ...context, db }, admin, mail, `broken pack ${id} ${admin.userId}`);
      }
    }
    return found;
  });
  for (const { id, serial } of broken) {
    context.log.error(
      { event: 'pack_differs_from_certificate', packId: id, serial },
      'Pack withheld, and the admins mailed: its cards differ from the document made at intake',
    );
  }
}
