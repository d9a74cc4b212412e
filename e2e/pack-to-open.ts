// Pays for packs, leaves them sealed, and opens them on the stage.
import { expect, type Page } from '@playwright/test';
import { RARITIES, type Rarity } from '#domain/card.ts';
import { changeResponses } from './answers.ts';
import { askDatabase, callAs, signUp } from './shopper.ts';

export type Intent = { paymentIntentId: string; clientSecret: string };

/** Pays for packs by card, as the checkout does, and leaves them sealed. Returns the payment. */
export async function payByCard(
  page: Page,
  packId: string,
  {
    quantity = 1,
    discountCode,
    card = 'pm_card_visa',
  }: { quantity?: number; discountCode?: string; card?: string } = {},
): Promise<string> {
  const intent = await callAs<Intent>(page, '/payments/create-payment-intent', {
    packs: [{ packId, quantity }],
    discountCode,
  });
  await confirmByCard(page, intent, card);
  return intent.paymentIntentId;
}

/** Pays an intent with one of Stripe's published test cards, as the browser's form does. */
export async function confirmByCard(
  page: Page,
  intent: Intent,
  card = 'pm_card_visa',
): Promise<void> {
  const paid = await page.request.post(
    `/stripe-sandbox/v1/payment_intents/${intent.paymentIntentId}/confirm`,
    {
      form: {
        key: 'pk_test_sandbox',
        client_secret: intent.clientSecret,
        payment_method: card,
      },
    },
  );
  expect(await paid.json()).toMatchObject({ status: 'succeeded' });
}

/**
 * Backdates a purchase to the time before returns had a limit. Otherwise another test that opens a pack of the type
 * would end the right to return.
 */
export async function boughtBeforeLimits(payment: string): Promise<void> {
  // Bypasses the trigger that protects the column. This connection serves only this statement, so the setting need not
  // be restored.
  await askDatabase(
    `set session_replication_role = replica;
     update orders set has_return_limits = false where id = (select subject_id from payments where intent_id = '${payment}')`,
    [],
  );
}

/** Waits until the packs that a payment bought are delivered, and returns their ids. */
export async function packsOf(page: Page, payment: string): Promise<string[]> {
  const path = `/payments/purchased-packs/${payment}`;
  return (await callAs<{ packIds: string[] }>(page, path)).packIds;
}

/** Brings a new person to the opening page of a pack of 11 cards that they paid for. */
export async function arrive(page: Page, quantity = 1): Promise<string> {
  await signUp(page);
  const payment = await payByCard(page, 'pokemon-sv1', { quantity });
  await page.goto(`/card-opening?payment_intent=${payment}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scarlet & Violet Booster Pack');
  await expect(page.getByText('11 Cards')).toBeVisible();
  return payment;
}

/** The dialog after a purchase with credits. */
export const results = (page: Page) => page.getByRole('dialog', { name: 'Pack Opening Results' });

/** Chooses to see all cards at once, in the dialog that asks how to open packs that were paid with credits. */
export async function showAll(page: Page): Promise<void> {
  await results(page).getByRole('button', { name: 'Show all' }).click();
}

export const openNow = (page: Page) => page.getByRole('button', { name: 'Open now' });
export const card = (page: Page) => page.getByRole('button', { name: /^Card \d+ of 11, face/ });
/** Opens the pack with the button, and waits until the first card has the focus. */
export async function openPack(page: Page): Promise<void> {
  await openNow(page).click();
  await expect(card(page)).toBeFocused();
}

/**
 * Turns the card on the stage and ends its reveal. Sends both presses at once, because a press after the end of the
 * reveal would turn to the next card.
 */
export async function turnAtOnce(page: Page): Promise<void> {
  await card(page).focus();
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Space')]);
  await expect(page.locator('[data-face=up]')).toBeVisible();
}

/** Waits until the row of cards doesn't move, so that the next press counts. */
export async function standStill(page: Page): Promise<void> {
  await expect(page.locator('.stage-row')).toHaveAttribute('aria-busy', 'false');
}

/**
 * Makes every opening show foil cards of these rarities in turn, instead of the pack's own cards. Packs are filled
 * by chance, and not every box has a mythic foil.
 */
export async function showRarities(page: Page, rarities: readonly Rarity[] = RARITIES) {
  type Opening = { cards: object[] };
  const show = (data: Opening | { packOpenings: Opening[] }) => {
    const openings = 'packOpenings' in data ? data.packOpenings : [data];
    for (const [at, card] of openings.flatMap(({ cards }) => cards).entries()) {
      const rarity = rarities[at % rarities.length];
      Object.assign(card, { rarity, foil: true, finish: 'foil', isHighValue: false });
      // Rare cards below CAD 1.00 are not celebrated (docs/product.md §5).
      if (rarity === 'rare' || rarity === 'mythic') Object.assign(card, { value: 12.5 });
    }
  };
  for (const name of ['openPack', 'showOpening', 'purchaseWithBalance'] as const)
    await changeResponses(page, name, show);
}

/** Makes every opening show drawings of mythic foil cards of the catalogue, which move in planes. */
export async function showDeepCards(page: Page): Promise<void> {
  const response = await page.request.get('/api/cards/market?rarity=mythic&game=pokemon');
  const { data } = (await response.json()) as { data: { cards: { image: string }[] } };
  const images = data.cards.map(({ image }) => image);
  const show = (opening: { cards: object[] }) => {
    for (const [at, card] of opening.cards.entries()) {
      const image = images[at % images.length];
      Object.assign(card, {
        image,
        rarity: 'mythic',
        foil: true,
        finish: 'foil',
        isHighValue: false,
      });
    }
  };
  // The stage reads the opening again after the pack is opened.
  for (const name of ['openPack', 'showOpening'] as const) await changeResponses(page, name, show);
}
