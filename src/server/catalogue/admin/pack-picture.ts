// Operators can give a pack type a picture of its own, which replaces the shop's drawing. The URL
// contains a hash of the picture, so that browsers can cache each picture for ever.
import * as rows from '#contract/catalogue-admin.ts';
import type { Caller } from '#domain/access.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { dropPicture } from '../../pictures/pictures-queries.ts';
import { storePicture, writeUploaded } from '../../pictures/store-picture.ts';
import type { Context } from '../../runtime/context.ts';
import { lockedPackType, presentChangedPackType } from './edit-pack-types.ts';
import { updatePackPicture } from './pack-types-queries.ts';

export const putPackPicture = handler(
  rows.putPackPicture,
  async (context, caller, { id, picture: base64 }) => {
    const written = await writeUploaded('picture', base64);
    return inTransaction(context.db, async (db) => {
      const name = await storePicture(db, written);
      return showPicture({ ...context, db }, caller, id, name);
    });
  },
);

export const removePackPicture = handler(rows.removePackPicture, (context, caller, { id }) =>
  inTransaction(context.db, (db) => showPicture({ ...context, db }, caller, id, null)),
);

/**
 * Sets or removes the picture of a pack type. Without a picture, the type shows its drawing.
 * Deletes the previous picture if no other type uses it.
 */
async function showPicture(
  context: Context<Transaction>,
  caller: Caller,
  id: string,
  picture: string | null,
) {
  const { db } = context;
  const before = (await lockedPackType(db, id)).picture;
  if (before !== picture) {
    await updatePackPicture(db, id, picture);
    if (before !== null) await dropPicture(db, before);
    await recordAuditEntry(context, caller, {
      action: 'change_pack_picture',
      subject: { kind: 'pack_type', id },
      before: { picture: before },
      after: { picture },
    });
  }
  return presentChangedPackType(context, id);
}
