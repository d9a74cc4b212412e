// Puts single cards on sale, as somebody who sold them back and an operator at the desk do.
import { expect, type Page } from '@playwright/test';
import { signUpWithCards } from './own-cards.ts';
import { callAs, signInAsAdmin } from './shopper.ts';

/** A card as My cards lists it. */
export type ListedCard = {
  card: {
    id: string;
    catalogueCardId: string;
    name: string;
    number: string;
    condition: string;
  };
  packOpeningId: string;
};

export async function ownCards(page: Page): Promise<ListedCard[]> {
  const { cards } = await callAs<{ cards: ListedCard[] }>(page, '/cards/my?pageSize=50');
  return cards;
}

/**
 * Has a new seller open a pack and sell back a card that fits. Then an operator takes it in hand and puts it on sale at
 * a price in CAD.
 */
export async function putOneOnSale(
  seller: Page,
  fits: (card: ListedCard) => boolean,
  price: number,
): Promise<ListedCard> {
  await signUpWithCards(seller);
  const found = (await ownCards(seller)).find(fits);
  expect(found, 'the seller has a card that fits').toBeDefined();
  const { card, packOpeningId } = found!;
  await callAs(seller, '/cards/sell', { cardId: card.id, packOpeningId });
  await signInAsAdmin(seller);
  const { cardNumber } = await callAs<{ cardNumber: string }>(seller, `/admin/singles/${card.id}`);
  await callAs(seller, '/admin/singles/take-in-hand', {
    shelf: 'A-1',
    cards: [{ number: cardNumber, condition: card.condition }],
  });
  await callAs(seller, '/admin/singles/price', { ids: [card.id], price });
  return found!;
}
