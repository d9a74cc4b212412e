import * as rows from '#contract/checkout.ts';
import { paginationOf } from '#contract/paging.ts';
import { subjectOf } from '#domain/subject.ts';
import { packImageUrl } from '../catalogue/art-urls.ts';
import { verb } from '../http/verb.ts';
import { listBoughtPacks } from './orders-queries.ts';

export const listPackHistory = verb(
  rows.listPackHistory,
  async ({ db }, caller, { userId, page, limit }) => {
    const buyerId = subjectOf(caller, userId);
    const { rows, total } = await listBoughtPacks(db, buyerId, limit, (page - 1) * limit);
    return {
      packs: rows.map((pack) => ({
        packId: pack.id,
        packTypeId: pack.pack_type_id,
        packName: pack.name,
        image: packImageUrl(pack.pack_type_id, pack.picture),
        pricePaid: pack.unit_price,
        status: pack.opening_id === null ? ('purchased' as const) : ('opened' as const),
        isDisputed: pack.is_disputed,
        purchasedAt: pack.paid_at,
        openedAt: pack.opened_at,
        packOpeningId: pack.opening_id,
        paymentIntentId: pack.intent_id,
      })),
      pagination: paginationOf(total, page, limit),
    };
  },
);
