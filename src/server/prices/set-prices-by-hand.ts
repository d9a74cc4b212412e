import { decimalOf } from '#domain/decimals.ts';
import { dayOf } from '#domain/day.ts';
import { CURRENCY, type Cents } from '#domain/money.ts';
import { manualSource } from '#domain/price-guard.ts';
import type { Transaction } from '#engine/database.ts';
import type { NewAuditEntry } from '../audit-log/audit-log-queries.ts';
import type { Context } from '../runtime/context.ts';
import { revalueCards } from './import-cards.ts';
import { countPricesByHand, insertPrices } from './prices-queries.ts';

type PriceByHand = { cardId: string; before: Cents; amount: Cents; reason: string };

/**
 * Stores prices that an operator set, each as an additional price of the day. If a card has several such prices on a
 * day, the latest one wins (choice 91). Returns the audit entries, which the caller must write: without them the
 * database refuses the prices.
 */
export async function setPricesByHand(
  { db, config, now }: Context<Transaction>,
  prices: PriceByHand[],
): Promise<NewAuditEntry[]> {
  const observedOn = dayOf(now());
  const cardIds = prices.map(({ cardId }) => cardId);
  const earlier = await countPricesByHand(db, cardIds, observedOn);
  await insertPrices(
    db,
    prices.map(({ cardId, amount }) => ({
      cardId,
      source: manualSource(earlier.get(cardId) ?? 0),
      observedOn,
      amountMinor: amount,
      currency: CURRENCY,
    })),
  );
  await revalueCards(db, cardIds, config);
  return prices.map(({ cardId, before, amount, reason }) => ({
    action: 'set_price',
    subject: { kind: 'price', id: cardId },
    before: { amount: decimalOf(before) },
    after: { amount: decimalOf(amount), reason },
  }));
}
