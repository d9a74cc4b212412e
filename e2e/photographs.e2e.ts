// An operator takes a photograph of a card while its pack is still sealed. Nobody sees the photograph until the buyer
// opens the pack.
import { expect, type Page } from '@playwright/test';
import { expectNoBarriersInAnyTheme } from './barriers.ts';
import { test } from './kept-page.ts';
import { openNow, payByCard, standStill } from './pack-to-open.ts';
import { callAs, signInAsAdmin, signUp, visit, watchForErrors } from './shopper.ts';

const CARDS = 2;

/** Creates a pack type for this test alone, with one pack in stock. */
async function stockOnePack(page: Page, mark: string): Promise<string> {
  const type = `photographed-${mark.toLowerCase()}`;
  await callAs(page, '/pack-types', {
    id: type,
    name: `Photographed ${mark}`,
    set_id: 'yugioh-DIFO',
    price: 4,
    card_count: CARDS,
    confirmBelowExpectedValue: true,
  });
  const { cards } = await callAs<{ cards: { id: string }[] }>(
    page,
    `/cards/market?game=yugioh&setName=Dimension&sortBy=price&sortOrder=asc&pageSize=${CARDS}`,
  );
  await callAs(page, '/admin/stock/intake', {
    packs: [
      {
        packTypeId: type,
        serial: mark,
        certificationNumber: `FF-${mark}`,
        cards: cards.map(({ id }) => ({ cardId: id })),
      },
    ],
  });
  return type;
}

/** Takes a screenshot in a camera's file format, in place of a photograph. */
const photographOf = (page: Page) =>
  page.screenshot({ clip: { x: 0, y: 0, width: 315, height: 440 }, type: 'jpeg' });

const card = (page: Page) => page.getByRole('button', { name: /^Card \d of 2, face/ });
const photographs = (page: Page) => page.locator('img[src^="/pictures/"]');

/** Whether the photograph has loaded, and the address of the file that the browser has chosen for it. */
const chosen = (page: Page) =>
  photographs(page)
    .first()
    .evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.currentSrc]);

test(
  'a card’s photograph is stored with its sealed pack, and shown once the pack is open',
  { tag: '@pictures' },
  async ({ page, elsewhere }) => {
    const problems = watchForErrors(page);
    await signInAsAdmin(page);
    const mark = Date.now().toString(36).toUpperCase();
    const type = await stockOnePack(page, mark);

    await page.goto(`/admin/stock?search=${mark}`);
    await page.getByRole('link', { name: mark }).click();
    const drawer = page.getByRole('dialog', { name: `Pack ${mark}` });
    const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photographOf(page) };
    await drawer.getByLabel('Card', { exact: true }).fill('3');
    await drawer.getByLabel('Photograph file').setInputFiles(file);
    await expect(drawer.getByText('There is no card 3 in this pack.')).toBeVisible();
    await drawer.getByLabel('Card', { exact: true }).fill('2');
    await drawer.getByLabel('Photograph file').setInputFiles(file);
    await expect(page.getByText('Photograph of card 2 saved')).toBeVisible();
    await expect(drawer.getByLabel('Card', { exact: true })).toHaveValue('3');
    await expect(photographs(page)).toHaveCount(0);
    // The console has only the 404 for the card that the pack does not have.
    expect(problems).toEqual([expect.stringContaining('404')]);

    const buyer = await elsewhere();
    await signUp(buyer);
    const payment = await payByCard(buyer, type);
    await buyer.goto(`/card-opening?payment_intent=${payment}`);
    await expect(photographs(buyer)).toHaveCount(0);
    await openNow(buyer).press('Enter');
    await expect(card(buyer)).toHaveAccessibleName('Card 1 of 2, face down');
    await standStill(buyer);
    await buyer.keyboard.press('Enter');
    await buyer.keyboard.press('Enter');
    await expect(card(buyer)).toHaveAccessibleName('Card 1 of 2, face up');
    await buyer.keyboard.press('ArrowRight');
    await standStill(buyer);
    await buyer.keyboard.press('Enter');
    await buyer.keyboard.press('Enter');
    // A dialog asks what to do with a rare card. If the second press came so late that the dialog was already open,
    // the press has closed it.
    const toCollection = buyer.getByRole('button', { name: 'Keep in collection' });
    const complete = buyer.getByText('Collection Complete');
    await expect(toCollection.or(complete).first()).toBeVisible();
    if (await toCollection.isVisible()) await toCollection.press('Enter');
    await expect(complete).toBeVisible();
    await expect.poll(() => chosen(buyer)).toEqual([true, expect.stringMatching(/\.avif$/)]);

    await buyer.goto('/my-cards');
    await expect(photographs(buyer)).not.toHaveCount(0);
    await expect.poll(() => chosen(buyer)).toEqual([true, expect.stringMatching(/-320\.avif$/)]);
  },
);

test(
  'an operator uploads many photographs at once, named after their places',
  { tag: ['@pictures', '@long'] },
  async ({ page }) => {
    await signInAsAdmin(page);
    const mark = `B${Date.now().toString(36).toUpperCase()}`;
    await stockOnePack(page, mark);
    await page.goto('/admin/stock/intake');
    await page.getByRole('tab', { name: 'Photographs' }).click();
    const buffer = await photographOf(page);
    const named = (name: string) => ({ name, mimeType: 'image/jpeg', buffer });
    await page
      .getByLabel('Photograph files')
      .setInputFiles([`${mark}_1.jpg`, `${mark}_2.jpg`, `${mark}-3.jpg`, 'X-Y-Z_1.jpg'].map(named));
    await expect(page.getByText('2 photographs were saved.')).toBeVisible();
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems).toContainText('It is not named like A-0001_3.jpg.');
    await expect(problems).toContainText('There is no pack X-Y-Z.');
    await expectNoBarriersInAnyTheme(page);
  },
);

/** The limit in docs/first-paint-and-motion.md. */
const LAYOUT_SHIFT_MOST = 0.01;

test(
  'a pack’s photograph of any size moves nothing, and is fetched first in a file that fits',
  { tag: ['@pictures', '@long'] },
  async ({ page, elsewhere }) => {
    await signInAsAdmin(page);
    const type = await stockOnePack(page, `C${Date.now().toString(36).toUpperCase()}`);
    const wide = await page.screenshot({ clip: { x: 0, y: 0, width: 700, height: 400 } });
    await page.goto(`/admin/catalogue?id=${type}`);
    await page
      .getByLabel('Picture file')
      .setInputFiles({ name: 'pack.png', mimeType: 'image/png', buffer: wide });
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();

    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      const visitor = await elsewhere({ viewport });
      await visitor.addInitScript(() => {
        const moved = { by: 0 };
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved.by += (entry as never)['value'];
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await visit(visitor, `/pack/${type}`);
      const shown = photographs(visitor).first();
      await expect(shown).toHaveAttribute('fetchpriority', 'high');
      await expect
        .poll(() => chosen(visitor))
        .toEqual([true, expect.stringMatching(/-320\.avif$/)]);
      const box = (await shown.boundingBox())!;
      expect(box.height / box.width).toBeCloseTo(470 / 300, 1);
      const moved = () =>
        visitor.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by);
      expect(await moved()).toBeLessThanOrEqual(LAYOUT_SHIFT_MOST);
    }
  },
);
