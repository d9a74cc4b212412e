// Follows a shop from its first card to the last entry of its audit log. An operator imports a set, a pack type and
// its packs, and handles what shoppers do with them.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { ship, type OwnCard } from './own-cards.ts';
import { packsOf, payByCard } from './pack-to-open.ts';
import { runCommand } from './run-command.ts';
import { callAs, signInAsAdmin, signUp } from './shopper.ts';

// The pack type in the example files with which docs/operators.md begins.
const TYPE = 'maximum-gold';
const CARDS_OF_PACK = 5;
const PACKS = 6;

const openAdmin = async (page: Page, link: string, heading = link) => {
  const pages = page.getByRole('navigation', { name: 'Admin' });
  await pages.getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
};

test(
  'an operator imports a set, sells its packs, and finds all of it in the audit log',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const told = await runCommand([
      'import',
      'cards',
      'docs/examples/maximum-gold.cardinfo.json',
      'docs/examples/cardsets.json',
      '--game',
      'yugioh',
      '--source',
      'ygoprodeck',
    ]);
    expect(told).toContain('272 cards read, 272 of them new');

    await signInAsAdmin(page);
    await page.goto('/admin');
    await expect(page.getByText(/^Version \d+\.\d+\.\d+/)).toBeVisible();
    await openAdmin(page, 'Catalogue');
    await page.getByRole('tab', { name: 'Sets' }).click();
    await expect(page.getByRole('table', { name: 'Sets' })).toContainText('Maximum Gold');

    // The operator creates a pack type of the set.
    await page.getByRole('tab', { name: 'Pack types' }).click();
    await page.getByRole('button', { name: 'New pack type' }).click();
    const making = page.getByRole('dialog', { name: 'New pack type' });
    await making.getByLabel('Id').fill(TYPE);
    await making.getByLabel('Set', { exact: true }).selectOption('yugioh-MAGO');
    await making.getByLabel('Name').fill('Maximum Gold');
    await making.getByLabel('Price (CAD)').fill('30');
    await making.getByLabel('Cards in a pack').fill(String(CARDS_OF_PACK));
    await making.getByLabel('Limit per person').fill('2');
    await making.getByRole('button', { name: 'Create pack type' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.or(page.getByText('Pack type created'))).toBeVisible();
    if (await question.isVisible()) {
      await question.getByRole('button', { name: 'Sell at this price' }).click();
    }
    await expect(page.getByText('Pack type created')).toBeVisible();

    // The operator takes in packs of this type from a file.
    await openAdmin(page, 'Stock');
    await page.getByRole('link', { name: 'Take in packs' }).click();
    await page.getByRole('tab', { name: 'From JSON' }).click();
    await page.getByLabel('Pack file').setInputFiles('docs/examples/maximum-gold.packs.jsonl');
    await page.getByRole('button', { name: `Take in ${PACKS} packs` }).click();
    await expect(page.getByRole('heading', { name: `${PACKS} packs taken in` })).toBeVisible();

    // The packs are on sale. A shopper buys a pack, opens it, and requests the shipment of one of its cards.
    const shopper = await elsewhere();
    const email = await signUp(shopper);
    // Every page shows a change within a second.
    await expect
      .poll(async () => (await page.request.get('/packs')).text())
      .toContain('Maximum Gold');
    await shopper.goto('/packs');
    await shopper.getByRole('link', { name: 'Maximum Gold' }).first().click();
    await expect(shopper.getByRole('heading', { level: 1, name: 'Maximum Gold' })).toBeVisible();
    // The odds can't be calculated from only six packs, and the page says so.
    const odds = shopper.getByRole('region', { name: 'Odds' });
    await expect(odds).toContainText('Not known: odds are counted over sealed packs, 20 at least.');
    await expect(odds).toContainText('The cards in a pack may be worth less than the pack costs.');
    await callAs(shopper, '/payments/purchase-with-balance', {
      packs: [{ packId: TYPE, quantity: 1 }],
      paymentMethod: 'balance',
    });
    const owned = await callAs<{ cards: OwnCard[] }>(
      shopper,
      '/cards/my?status=available&pageSize=50',
    );
    expect(owned.cards).toHaveLength(CARDS_OF_PACK);
    const shipmentId = await ship(shopper, owned.cards.slice(0, 1));
    // The shopper pays for another pack by card and leaves it sealed.
    const payment = await payByCard(shopper, TYPE);
    await packsOf(shopper, payment);

    // The operator sends the card to its owner.
    await openAdmin(page, 'Shipping', 'Shipping');
    await page.getByLabel('E-mail, name, tracking number or shipment').fill(shipmentId);
    // The list follows the typed text a moment later.
    await expect(page).toHaveURL(/search=/);
    await page
      .getByRole('table', { name: 'Shipments' })
      .getByRole('link', { name: shipmentId.slice(0, 8) })
      .click();
    const parcel = page.getByRole('dialog').first();
    await parcel.getByRole('button', { name: 'Mark packed' }).click();
    await parcel.getByLabel('Tracking number').fill('1Z 999 AA1 01 2345 0000');
    await parcel.getByRole('button', { name: 'Mark shipped' }).click();
    await parcel.getByRole('button', { name: 'Mark delivered' }).click();
    await expect(parcel.getByRole('heading', { name: 'Next step' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await shopper.goto(`/shipments/${shipmentId}`);
    await expect(
      shopper.getByRole('region', { name: 'Progress' }).locator('[aria-current=step]'),
    ).toContainText('Delivered');

    // The operator refunds the sealed pack.
    await openAdmin(page, 'Orders');
    await page.getByLabel('Order, payment, e-mail or discount code').fill(payment);
    await expect(page).toHaveURL(/search=/);
    const orders = page.getByRole('table', { name: 'Orders' });
    await expect(orders.getByRole('row')).toHaveCount(2);
    await orders.getByRole('link').first().click();
    const order = page.getByRole('dialog').first();
    await order.getByRole('button', { name: 'Refund 1 unopened pack' }).click();
    await order.getByLabel('Reason').fill('Asked for in time');
    await order.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(order).toContainText('1 returned');
    await page.keyboard.press('Escape');

    // The operator locks the shopper.
    await openAdmin(page, 'Users');
    await page.getByLabel('E-mail, username, name or ID').fill(email);
    await expect(page).toHaveURL(/search=/);
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: email }).click();
    const account = page.getByRole('dialog').first();
    await account.getByRole('button', { name: 'Lock account', exact: true }).click();
    const locking = page.getByRole('alertdialog');
    await locking.getByLabel('Reason').fill('For the walk');
    await locking.getByRole('button', { name: 'Lock account', exact: true }).click();
    await expect(account).toContainText('No active sessions');
    await page.keyboard.press('Escape');

    // The audit log lists all these actions, newest first.
    await openAdmin(page, 'Audit');
    const entries = page.getByRole('table', { name: 'Actions' });
    const names = [
      'Lock user',
      'Refund order',
      'Move shipment',
      'Take in packs',
      'Create pack type',
    ];
    for (const name of names) {
      await expect(entries.getByRole('link', { name, exact: true }).first()).toBeVisible();
    }
    await page.getByRole('tab', { name: 'Promises' }).click();
    await expect(page.getByText(/^All \d+ promises hold/)).toBeVisible();
  },
);
