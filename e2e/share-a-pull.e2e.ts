// A shopper shares a pull: makes its picture and its public page, and later ends that page. All this works with the
// keyboard alone, on a phone and on a wide screen.
import { expect, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { pressByKey } from './press-by-key.ts';
import { callAs, signUp, watchForErrors } from './shopper.ts';

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

async function expectNothingBeside(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    }),
  ).toBe(0);
}

type Bought = { packOpenings: { cards: { name: string; image: string }[] }[] };

test('a shopper shares a pull by a link and ends it, and then the page and its pictures are gone', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const email = await signUp(page);
  const { packOpenings } = await callAs<Bought>(page, '/packs/purchase', {
    packId: 'magic-mid-draft',
    quantity: 1,
  });
  const { name, image } = packOpenings[0]!.cards[0]!;
  const catalogueId = /[0-9a-f-]{36}/.exec(image)![0];

  await page.setViewportSize(PHONE);
  await page.goto(`/card/${catalogueId}`);
  await pressByKey(page, `Share ${name}`);
  const dialog = page.getByRole('dialog', { name: `Share ${name}` });
  await expect(dialog.getByRole('img', { name: `${name}, with its rarity` })).toBeVisible();
  const saved = page.waitForEvent('download');
  await pressByKey(page, 'Save picture');
  expect((await saved).suggestedFilename()).toMatch(/\.jpg$/);

  await page.setViewportSize(WIDE);
  await pressByKey(page, 'Make a public page');
  const link = dialog.getByRole('link', { name: /\/pull\// });
  const address = new URL((await link.getAttribute('href'))!).pathname;
  await expectNoBarriers(page);
  const seen = async () =>
    Promise.all(
      [address, `${address}/wide.jpg`, `${address}/tall.jpg`].map(async (path) =>
        (await page.request.get(path)).status(),
      ),
    );
  expect(await seen()).toEqual([200, 200, 200]);
  const shown = await (await page.request.get(address)).text();
  expect(shown).not.toContain(email.split('@')[0]);

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectNoBarriers(page);
  await expectNothingBeside(page);
  await page.setViewportSize(PHONE);
  await expectNothingBeside(page);
  await page.getByRole('link', { name: 'The card' }).press('Enter');
  await pressByKey(page, `Share ${name}`);
  // After each action the focus is where the page states its result.
  const heading = dialog.getByRole('heading', { name: 'A page with a link' });
  await dialog.getByLabel('With my username').press('Space');
  await pressByKey(page, 'Show my username');
  await expect(dialog.getByText('with your username')).toBeVisible();
  await expect(heading).toBeFocused();
  await pressByKey(page, 'End the page');
  await expect(dialog.getByRole('button', { name: 'Make a public page' })).toBeVisible();
  await expect(heading).toBeFocused();
  expect(await seen()).toEqual([410, 410, 410]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Share ${name}` })).toBeFocused();
  expect(problems).toEqual([]);
});
