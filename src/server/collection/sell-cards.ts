import { amount } from '#contract/amounts.ts';
import type { sellCard as row } from '#contract/collection.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { unsellableReason } from '#domain/card.ts';
import { cardBuyback } from '#domain/ledger.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { sellPrice } from '#domain/sellback.ts';
import * as z from 'zod/mini';
import { updateCardToSold } from '../catalogue/queries.ts';
import { postJournal } from '../ledger/post.ts';
import { lockAccount } from '../ledger/queries.ts';
import type { Context } from '../runtime/context.ts';
import { lockOwnedCard } from './queries.ts';

/**
 * Sells one card back at half of its market value now. When that is less than the price the person
 * saw, nothing is sold: a price is never lowered in silence.
 */
export async function sellCard(
  { db }: Context,
  caller: Caller,
  input: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const { userId } = caller;
  const { cardId, packOpeningId: openingId } = input;
  const [, card] = await Promise.all([
    lockAccount(db, userId),
    lockOwnedCard(db, { userId, cardId, openingId }),
  ]);
  if (card === null) throw new Rejection('CARD_NOT_FOUND');
  const reason = unsellableReason(card.status);
  if (reason !== null) throw new Rejection('CARD_NOT_AVAILABLE', reason);

  const marketValue = toCents(card.market_value);
  const offer = sellPrice(marketValue);
  if (input.expectedSellPrice !== undefined && offer < input.expectedSellPrice) {
    throw new Rejection('PRICE_CHANGED', undefined, { sellPrice: z.encode(amount, offer) });
  }

  const [, newAccountBalance] = await Promise.all([
    updateCardToSold(db, cardId, offer),
    postJournal(db, {
      kind: 'card_sale',
      referenceId: cardId,
      userId,
      description: card.name,
      transfers: cardBuyback(userId, offer),
    }),
  ]);
  return { cardId, cardName: card.name, marketValue, sellPrice: offer, newAccountBalance };
}
