// Puts a few single cards on sale in the demo. A collector buys packs and sells their dearest cards back, by the shop's
// own handlers. Then the cards are taken in hand and priced, as an operator does at the desk.
import type { Caller } from '#domain/access.ts';
import { toCents } from '#domain/money.ts';
import type { Transaction } from '#engine/database.ts';
import { purchaseWithBalance } from '../checkout/purchase-with-balance.ts';
import { sellCardsInBulk } from '../collection/sell-cards.ts';
import { listCardItems } from '../collection/own-cards-queries.ts';
import type { Context } from '../runtime/context.ts';
import { lockSingles, updatePricesByHand, updateTaken } from '../singles/admin/desk-queries.ts';
import { insertMoves } from '../singles/moves-queries.ts';
import { priceSomeSingles } from '../singles/price-by-rules.ts';

/** The types of the packs that the collector buys. One of each. */
const BOUGHT_TYPES = ['pokemon-sv1', 'magic-mid-draft'];
/** The type whose only pack the collector buys too, so that the demo has a type that is sold out. */
const SOLD_OUT_TYPE = 'yugioh-dimension-force';
const SOLD_BACK = 5;
const SHELF = 'A-1';
/** Prices are rounded up to this step, as those of the price rules are. */
const PRICE_STEP = 5;

/**
 * Sells back a few cards and puts them on sale. `sellerId`: the collector, who has enough credits
 * to buy the packs. `operatorId`: the operator who takes the cards in hand.
 */
export async function seedSingles(
  context: Context<Transaction>,
  { sellerId, operatorId }: { sellerId: string; operatorId: string },
): Promise<void> {
  const { db } = context;
  const seller: Caller = {
    userId: sellerId,
    sessionId: '',
    role: 'user',
    rights: [],
    awaitsTwoFactor: false,
    emailVerified: true,
  };
  const buy = async (packTypeIds: string[]) => {
    const cart = {
      packs: packTypeIds.map((packId) => ({ packId, quantity: 1 })),
      paymentMethod: 'balance' as const,
    };
    const loaded = await purchaseWithBalance.load!(context, sellerId, cart);
    await purchaseWithBalance.answer(context, seller, cart, loaded);
  };
  await buy(BOUGHT_TYPES);

  const { rows: dearest } = await listCardItems(db, {
    userId: sellerId,
    statuses: ['available'],
    packName: undefined,
    filter: {},
    sortBy: 'price',
    sortOrder: 'desc',
    limit: SOLD_BACK,
    offset: 0,
  });
  const cards = dearest.map(({ id, opening_id: packOpeningId }) => ({ cardId: id, packOpeningId }));
  const locked = await sellCardsInBulk.load!(context, sellerId, { cards });
  await sellCardsInBulk.answer(context, seller, { cards }, locked);

  const singles = await lockSingles(
    db,
    dearest.map(({ id }) => id),
  );
  const ids = singles.map(({ id }) => id);
  await updateTaken(
    db,
    singles.map(({ id, condition }) => ({ id, condition, isWorse: false })),
    SHELF,
    operatorId,
  );
  await insertMoves(db, ids, operatorId, { move: 'taken_in_hand', detail: SHELF });
  for (const { id, market_value: value } of dearest) {
    const price = toCents(Math.ceil(value / PRICE_STEP) * PRICE_STEP);
    // oxlint-disable-next-line no-await-in-loop -- Each card has its own price.
    await updatePricesByHand(db, [id], price);
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as above.
    await insertMoves(db, [id], operatorId, { move: 'priced', detail: null, amount: price });
  }
  await priceSomeSingles(db, ids);
  await buy([SOLD_OUT_TYPE]);
}
