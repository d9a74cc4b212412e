// How cards go back to the shop: sold by their owner, or converted. Both pay half of the market value at
// this moment, and both are one journal a card.
import type { Reply } from '#contract/endpoint.ts';
import type { sellCardsInBulk as bulkRow } from '#contract/collection.ts';
import type { CardDisposal } from '#domain/card.ts';
import { planBulkSale, type SaleRequest } from '#domain/card-sale.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { cardBuyback } from '#domain/ledger.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { PaidCard } from '#domain/expiry.ts';
import { sum } from '#domain/money.ts';
import { disposeCards } from '../stock/physical-cards-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournals } from '../ledger/post.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { lockOwnedCards } from './own-cards-queries.ts';

const JOURNAL_KIND = {
  sold: 'card_sale',
  converted: 'card_conversion',
} as const satisfies Record<CardDisposal, JournalKind>;

/**
 * Pays a user for cards of theirs that the caller has locked, after the account, and takes the cards. One card
 * at least. It goes with what is asked next, or with the commit: nobody has to wait for it.
 */
export function payForCards(
  db: Transaction,
  userId: string,
  disposal: CardDisposal,
  paid: PaidCard<{ id: string; name: string }>[],
): void {
  disposeCards(
    db,
    disposal,
    paid.map(({ card, offer }) => ({ cardId: card.id, paid: offer })),
  );
  postJournals(
    db,
    paid.map(({ card, offer }) => ({
      kind: JOURNAL_KIND[disposal],
      referenceId: card.id,
      userId,
      description: card.name,
      transfers: cardBuyback(userId, offer),
    })),
  );
}

/** The name in a result for a card the caller may not see. */
const UNKNOWN_CARD = 'Unknown card';

type Locked = Awaited<ReturnType<typeof lockForSale>>;

/** Locks a user's account and those of these cards that are theirs. Money is locked before stock; both travel together. */
export async function lockForSale(db: Transaction, userId: string, asked: { cardId: string }[]) {
  const [account, cards] = await Promise.all([
    lockAccountToSpend(db, userId),
    lockOwnedCards(db, userId, [...new Set(asked.map((one) => one.cardId))]),
  ]);
  return { ...account, cards };
}

/**
 * Buys many cards back in one transaction, each for itself: a card that can't be sold is returned with its reason
 * and keeps no other from going. A handful of statements, whatever their number. `locked` are account and cards.
 */
export function buyBackInBulk(
  db: Transaction,
  userId: string,
  disposal: CardDisposal,
  asked: SaleRequest[],
  { balance, pause, cards }: Locked,
): Reply<typeof bulkRow> {
  refuseWhilePaused(pause);
  const { sales, total } = planBulkSale(asked, cards, disposal);
  const paid = sales.filter((sale) => sale.sold);
  if (paid.length > 0) payForCards(db, userId, disposal, paid);
  return {
    successCount: paid.length,
    failureCount: sales.length - paid.length,
    totalSellPrice: total,
    // Their account is locked, and owes nothing, or it would be paused.
    newAccountBalance: sum(balance, total),
    results: sales.map((sale, index) => ({
      cardId: asked[index]!.cardId,
      cardName: sale.card?.name ?? UNKNOWN_CARD,
      sellPrice: sale.offer,
      success: sale.sold,
      error: sale.sold ? null : sale.sentence,
      code: sale.sold ? null : sale.code,
    })),
  };
}
