// Buys cards back, either because the owner sells a card or because it is converted to credits. Both ways pay half of
// the current market value and write one journal per card.
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
import { publishEvents } from '../webhooks/publish-events.ts';
import { lockOwnedCards } from './own-cards-queries.ts';

const JOURNAL_KIND = {
  sold: 'card_sale',
  converted: 'card_conversion',
} as const satisfies Record<CardDisposal, JournalKind>;

/**
 * Takes a user's cards and pays for them. The caller must have locked the user's account and then the cards. `paid`
 * must not be empty. The statements are sent with the next query or the commit, so the caller need not wait.
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
  publishEvents(db, {
    type: `card.${disposal}`,
    data: {
      userId,
      total: sum(...paid.map(({ offer }) => offer)),
      cards: paid.map(({ card, offer }) => ({ cardId: card.id, paid: offer })),
    },
  });
}

/** The name shown for a card that the caller may not see. */
const UNKNOWN_CARD = 'Unknown card';

type Locked = Awaited<ReturnType<typeof lockForSale>>;

/**
 * Locks a user's account, and those of the requested cards that are the user's. The account comes first, because money
 * is always locked before stock. Both statements go in one pipeline.
 */
export async function lockForSale(db: Transaction, userId: string, asked: { cardId: string }[]) {
  const [account, cards] = await Promise.all([
    lockAccountToSpend(db, userId),
    lockOwnedCards(db, userId, [...new Set(asked.map((one) => one.cardId))]),
  ]);
  return { ...account, cards };
}

/**
 * Buys many cards back in one transaction, with a fixed, small number of statements. If a card can't be sold, its
 * result states the reason, and the other cards are still sold. `locked`: the locked account and cards.
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
    // The sum is exact, because the account is locked and has no debt. An account with a debt would
    // be paused.
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
