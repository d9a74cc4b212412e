// Makes a pull's page public, and ends that page.
import { randomBytes } from 'node:crypto';
import * as rows from '#contract/sharing.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { countDrawings, paintPull } from './draw-pull.ts';
import {
  endPull,
  findPull,
  listSharedPullsOf,
  storeSharedPull,
  type SharedPullRow,
} from './shared-pulls-queries.ts';

export const sharePull = handler(
  rows.sharePull,
  async (context, { userId }, { cardId, withName }) => {
    const pull = await findPull(context.db, userId, cardId);
    if (pull === null) throw new Rejection('CARD_NOT_FOUND');
    await countDrawings(context, userId, 2);
    const shownName = withName ? pull.username : null;
    const wide = await paintPull(context, pull, shownName, 'wide');
    const tall = await paintPull(context, pull, shownName, 'tall');
    const address = randomBytes(16).toString('base64url');
    const shared = await inTransaction(context.db, (db) =>
      storeSharedPull(db, { address, userId, cardId, shownName, pictures: { wide, tall } }),
    );
    if (shared === null) throw new Rejection('SHARES_FULL');
    return presentShared(context, shared);
  },
);

export const endSharedPull = handler(
  rows.endSharedPull,
  async ({ db }, { userId }, { address }) => {
    if (!(await endPull(db, userId, address))) throw new Rejection('NOT_FOUND');
    return { address };
  },
);

export const listSharedPulls = handler(rows.listSharedPulls, async (context, { userId }) => {
  const shared = await listSharedPullsOf(context.db, userId);
  return shared.map((row) => presentShared(context, row));
});

/** Returns a public page in the form that its owner and operators get. */
export function presentShared({ config }: Context, row: SharedPullRow) {
  return {
    address: row.address,
    url: `${config.publicUrl}/pull/${row.address}`,
    cardId: row.card_id,
    name: row.name,
    packName: row.pack_name,
    withName: row.shown_name !== null,
    sharedAt: row.shared_at,
  };
}
