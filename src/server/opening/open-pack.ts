// Opens one paid pack that is still sealed. If the owner calls this a second time, the response has the same cards. Any
// other caller gets PACK_NOT_FOUND.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/opening.ts';
import { Rejection } from '#domain/rejection.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import { handler } from '../http/handler.ts';
import { openingsMail } from '../mail/templates/openings.ts';
import { BrokenPacks, withholdBrokenPacks } from './withhold-broken-packs.ts';
import { presentOpening } from './present-opening.ts';
import {
  findWithheldPack,
  findOpeningOfPack,
  listOpenedCards,
  openSoldPacks,
  publishOpened,
} from './openings-queries.ts';

export const openPack = handler(rows.openPack, {
  refused: withholdBrokenPacks,
  answer: async (context, { userId }, { packId }) => {
    if (!UUID_FORM.test(packId)) throw new Rejection('PACK_NOT_FOUND');
    const { db } = context;
    // The SQL statement that opens the pack checks that the pack is sealed and belongs to the caller. A concurrent
    // second call waits for the pack's row, opens nothing, and finds the opening of the first call (choice 705).
    const [opened, opening, mailbox] = await Promise.all([
      openSoldPacks(db, { userId, openingIds: [randomUUID()], packIds: [packId] }),
      findOpeningOfPack(db, userId, packId),
      mailboxOf(db, userId),
    ]);
    if (opening === null) {
      const why = await findWithheldPack(db, userId, packId);
      if (why === 'broken') throw new BrokenPacks('PACK_LOCKED', [packId]);
      throw new Rejection(why === 'disputed' ? 'DISPUTED' : 'PACK_NOT_FOUND');
    }
    const cards = opened.length > 0 ? opened : await listOpenedCards(db, [opening.pack_id]);
    const presented = presentOpening(context, opening, cards);
    if (opened.length > 0) {
      publishOpened(db, { orderId: opening.order_id, userId }, [{ ...opening, cards }]);
      const mail = () => openingsMail([presented]);
      await writeTo(context, mailbox, 'openingMails', mail, `openings ${opening.opening_id}`);
    }
    return { ...presented, packOpeningId: opening.opening_id };
  },
});

export const openPackByBody = handler(rows.openPackByBody, openPack);
