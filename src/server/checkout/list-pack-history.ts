import * as rows from '#contract/checkout.ts';
import { paginationOf } from '#contract/paging.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { packImageUrl } from '../catalogue/art-urls.ts';
import { presentTicket } from '../drops/ticket-text.ts';
import { handler } from '../http/handler.ts';
import { countSealedPacks, listBoughtPacks } from './orders-queries.ts';

export const listPackHistory = handler(
  rows.listPackHistory,
  async (context, caller, { userId, status, packTypeId, page, limit }) => {
    const buyerId = userAskedFor(caller, userId);
    const which = {
      buyerId,
      isOpened: status === undefined ? null : status === 'opened',
      packTypeId: packTypeId ?? null,
    };
    const { rows, total } = await listBoughtPacks(context.db, which, limit, (page - 1) * limit);
    const isOwn = caller.userId === buyerId;
    const presented = rows.map(async (pack) => ({
      packId: pack.id,
      packTypeId: pack.pack_type_id,
      packName: pack.name,
      image: packImageUrl(context, pack.pack_type_id, pack.picture),
      pricePaid: pack.unit_price,
      status: pack.opening_id === null ? ('purchased' as const) : ('opened' as const),
      isDisputed: pack.is_disputed,
      purchasedAt: pack.paid_at,
      openedAt: pack.opened_at,
      packOpeningId: pack.opening_id,
      paymentIntentId: pack.intent_id,
      inDrop: pack.in_drop,
      ticket: isOwn && pack.ticket !== null ? await presentTicket(context, pack.ticket) : null,
    }));
    return { packs: await Promise.all(presented), pagination: paginationOf(total, page, limit) };
  },
);

/**
 * Lists all sealed packs on a single page, so that every paid pack stays visible, even if a user
 * has many.
 */
export const listSealedPacks = handler(rows.listSealedPacks, async (context, { userId }) => {
  const types = await countSealedPacks(context.db, userId);
  return {
    total: types.reduce((total, { count }) => total + count, 0),
    types: types.map((type) => ({
      packTypeId: type.pack_type_id,
      packName: type.name,
      image: packImageUrl(context, type.pack_type_id, type.picture),
      count: type.count,
      disputed: type.disputed,
      next:
        type.next_id === null ? null : { packId: type.next_id, paymentIntentId: type.intent_id },
    })),
  };
});
