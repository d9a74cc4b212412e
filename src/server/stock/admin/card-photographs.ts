// Photographs of the cards in packs, taken at intake. No response and no audit entry shows which
// positions of a sealed pack have a photograph: if only good cards are photographed, the positions
// would reveal where the good cards are.
import * as rows from '#contract/stock-photographs-admin.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { storeSecretPicture, writeUploaded } from '../../pictures/store-picture.ts';
import type { Context } from '../../runtime/context.ts';
import { dropPhotograph, storePhotograph } from '../card-photographs-queries.ts';
import { findStockRow } from './physical-packs-queries.ts';

export const putCardPhotograph = handler(
  rows.putCardPhotograph,
  async (context, caller, { id, position, picture }) => {
    const written = await writeUploaded('picture', picture);
    await inTransaction(context.db, async (db) => {
      const name = await storeSecretPicture(db, written);
      const isStored = await storePhotograph(db, { packId: id, position }, name);
      if (!isStored) throw new Rejection('NOT_FOUND', `There is no card ${position} in this pack.`);
      await note({ ...context, db }, caller, id);
    });
    return { position };
  },
);

export const removeCardPhotograph = handler(
  rows.removeCardPhotograph,
  async (context, caller, { id, position }) => {
    await inTransaction(context.db, async (db) => {
      if ((await findStockRow(db, id)) === null) throw new Rejection('NOT_FOUND');
      await dropPhotograph(db, { packId: id, position });
      await note({ ...context, db }, caller, id);
    });
    return { position };
  },
);

async function note(context: Context<Transaction>, caller: Caller, packId: string): Promise<void> {
  await recordAuditEntry(context, caller, {
    action: 'change_card_photograph',
    subject: { kind: 'pack', id: packId },
  });
}
