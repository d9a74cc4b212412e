// Makes paid packs that stay sealed, for tests. They are bought with credits but not opened.
import { randomUUID } from 'node:crypto';
import { balancePurchase } from '#domain/ledger.ts';
import { priceOrder } from '#domain/purchase.ts';
import { flatRates } from '#domain/tax.ts';
import { listOffers } from '../server/catalogue/pack-types-queries.ts';
import { sellPacks } from '../server/stock/reserve-packs.ts';
import { insertPaidOrder } from '../server/checkout/orders-queries.ts';
import { inTransaction } from '#engine/database.ts';
import { postJournal } from '../server/ledger/post.ts';
import type { Context } from '../server/runtime/context.ts';

/** Sells `quantity` packs of a type to a user for credits. Returns the ids of the sealed packs. */
export async function buySealedPacks(
  context: Context,
  userId: string,
  packTypeId: string,
  quantity: number,
): Promise<string[]> {
  return inTransaction(context.db, async (db) => {
    const wanted = [{ packTypeId, quantity }];
    const offers = await listOffers(db, userId, [packTypeId]);
    const order = priceOrder({ wanted, offers, singles: [] }, null, 'balance', {
      taxes: flatRates('Tax', context.config.taxRate),
      cardFee: context.config.cardFee,
    });
    const orderId = randomUUID();
    const packs = await sellPacks(db, { reservationId: orderId, buyerId: userId, wanted });
    await insertPaidOrder(db, {
      ...order,
      id: orderId,
      userId,
      method: 'balance',
      discountCode: null,
      region: null,
      livesIn: null,
      withdrawalDays: 0,
    });
    await postJournal(db, {
      kind: 'pack_purchase',
      referenceId: orderId,
      userId,
      description: 'For a test',
      transfers: balancePurchase(userId, order.quote),
    });
    return packs.map((pack) => pack.id);
  });
}
