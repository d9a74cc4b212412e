// Decides whether a card can be bought back and for how much, card by card (docs/product.md §5).
import { unsellableReason, type CardDisposal, type CardStatus } from './card.ts';
import { sum, ZERO, type Cents } from './money.ts';
import { SENTENCES } from './rejection.ts';
import { sellPrice } from './sellback.ts';

/** A physical card of the seller, read under a lock. */
export type OwnedCard = {
  id: string;
  name: string;
  openingId: string;
  status: CardStatus;
  marketValue: Cents;
  /** What its owner paid for it as a single. Null if it came out of a pack. */
  cost: Cents | null;
};

/** A card to sell. `expectedSellPrice` is the price that the owner saw. The card is never sold for less than that. */
export type SaleRequest = {
  cardId: string;
  packOpeningId: string;
  expectedSellPrice?: Cents | undefined;
};

type SaleRefusal = 'CARD_NOT_FOUND' | 'CARD_NOT_AVAILABLE' | 'PRICE_CHANGED';

/** The result for one card. `offer` is the amount paid, or the current price if the price changed. */
export type Sale =
  | { sold: true; card: OwnedCard; offer: Cents }
  | { sold: false; card: OwnedCard | null; offer: Cents; code: SaleRefusal; sentence: string };

/** Decides the sale of one card. `card` is null if the seller has no such card. */
export function judgeSale(request: SaleRequest, card: OwnedCard | null): Sale {
  if (card === null || card.openingId !== request.packOpeningId) {
    return refusal(null, ZERO, 'CARD_NOT_FOUND');
  }
  const reason = unsellableReason(card.status);
  if (reason !== null) return refusal(card, ZERO, 'CARD_NOT_AVAILABLE', reason);
  const offer = sellPrice(card.marketValue, card.cost);
  if (request.expectedSellPrice !== undefined && offer < request.expectedSellPrice) {
    return refusal(card, offer, 'PRICE_CHANGED');
  }
  return { sold: true, card, offer };
}

/**
 * Decides several sales in the order of the requests. If the requests name a card again after its sale, the card has
 * the status `disposal` by then, so the second sale is refused.
 */
export function planBulkSale(
  requests: readonly SaleRequest[],
  cards: readonly OwnedCard[],
  disposal: CardDisposal = 'sold',
): { sales: Sale[]; total: Cents } {
  const known = new Map(cards.map((card) => [card.id, card]));
  const sales = requests.map((request) => {
    const sale = judgeSale(request, known.get(request.cardId) ?? null);
    if (sale.sold) known.set(sale.card.id, { ...sale.card, status: disposal });
    return sale;
  });
  return { sales, total: sum(...sales.map((sale) => (sale.sold ? sale.offer : ZERO))) };
}

function refusal(
  card: OwnedCard | null,
  offer: Cents,
  code: SaleRefusal,
  sentence: string = SENTENCES[code],
): Sale {
  return { sold: false, card, offer, code, sentence };
}
