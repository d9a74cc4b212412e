import * as rows from '#contract/collection-copies.ts';
import { paginationOf } from '#contract/paging.ts';
import { handler } from '../http/handler.ts';
import { listCopiesOfUser } from './own-copies-queries.ts';

export const listOwnCopies = handler(rows.listOwnCopies, async ({ db }, caller, input) => {
  const { cardId, page, limit } = input;
  const { userId } = caller;
  const { rows: copies, total } = await listCopiesOfUser(
    db,
    userId,
    cardId,
    limit,
    (page - 1) * limit,
  );
  return {
    copies: copies.map((one) => ({
      id: one.id,
      packName: one.pack_name,
      packOpeningId: one.opening_id,
      condition: one.condition,
      status: one.status,
      lockReason: one.lock_reason,
      openedAt: one.opened_at,
      autoConvertAt: one.auto_convert_at,
      shippedAt: one.shipped_at,
      deliveredAt: one.delivered_at,
      exitedAt: one.exited_at,
      exitPrice: one.exit_price,
      boughtFor: one.cost,
    })),
    pagination: paginationOf(total, page, limit),
  };
});
