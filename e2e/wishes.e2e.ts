// A shopper finds a card by a misspelt name, and wishes for it and for a pack. When packs come in, the shopper gets one
// notice. All this works with the keyboard alone, on a phone and on a wide screen.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { pressByKey } from './press-by-key.ts';
import { askDatabase, signUp, watchForErrors } from './shopper.ts';

const CARDS_OF_PACK = 9;
const OPERATOR = { email: 'admin@feltandfoil.test', password: 'admin1234' };

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

/** Expects that the page fits in the wide window and on the phone. */
async function expectToFit(page: Page): Promise<void> {
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    const beside = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beside, `at ${size.width}`).toBe(0);
  }
}

/** Calls the API as an operator, outside the browser. */
async function signInApart(request: APIRequestContext) {
  const login = await request.post('/api/auth/login', { data: OPERATOR });
  const { data: session } = (await login.json()) as { data: { access_token: string } };
  return async <Data>(path: string, body?: object): Promise<Data> => {
    const response = await request.fetch(`/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${session.access_token}`, 'idempotency-key': randomUUID() },
      ...(body && { data: body }),
    });
    expect(response.ok(), path).toBe(true);
    return ((await response.json()) as { data: Data }).data;
  };
}

type CatalogueCard = { id: string; name: string };

const WISHED = 'Starving Venom Predapower Fusion Dragon';

/**
 * Types a misspelt name into the search of all cards, and goes to the page of the first card with the correct name.
 */
async function findMisspelt(page: Page, typed: string, name: string): Promise<void> {
  await page.goto('/cards');
  const search = page.getByLabel('Name, number or set');
  while (!(await search.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(typed);
  await expect(page.getByText('No card matches these words.')).toBeVisible();
  await expectNoBarriers(page);
  await expectToFit(page);
  const found = page
    .getByRole('list', { name: 'Cards', exact: true })
    .getByRole('link', { name, exact: true })
    .first();
  while (!(await found.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

test('a shopper finds a card by a misspelt name, sees its prices, wishes for it and for a sold-out pack, and gets one notice when packs come in', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const asOperator = await signInApart(page.request);
  const name = `Wished ${Date.now().toString(36)}`;
  const packType = name.toLowerCase().replaceAll(' ', '-');
  await asOperator('/pack-types', {
    id: packType,
    name,
    set_id: 'yugioh-DIFO',
    price: 400,
    card_count: CARDS_OF_PACK,
    guaranteed: true,
  });
  const { cards } = await asOperator<{ cards: CatalogueCard[] }>(
    `/cards/market?game=yugioh&setName=Dimension&pageSize=${2 * CARDS_OF_PACK}`,
  );
  // The pack that comes in doesn't contain the wanted card. Its type could contain it, and the notice says only that.
  const inside = cards.filter((card) => card.name !== WISHED).slice(0, CARDS_OF_PACK);

  const email = await signUp(page);
  await page.goto(`/pack/${packType}`);
  await pressByKey(page, 'Tell me when it is back');
  await expect(
    page.getByRole('button', { name: 'We’ll tell you when it is back' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await expectToFit(page);
  await expectNoBarriers(page);
  await findMisspelt(page, 'starvign venom', WISHED);
  await pressByKey(page, '365 days');
  await expect(page.getByRole('img', { name: /Prices of the last 365 days/ })).toBeVisible();
  const wish = page.getByRole('button', { name: 'Wish for this card' });
  while (!(await wish.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Take it off your wishes' })).toBeFocused();
  await expectToFit(page);
  await expectNoBarriers(page);

  await asOperator('/admin/stock/intake', {
    packs: [
      {
        packTypeId: packType,
        serial: `${name}-1`,
        certificationNumber: `FF-${name}-1`,
        cards: inside.map(({ id }) => ({ cardId: id })),
      },
    ],
  });

  await expect(async () => {
    await page.goto('/wishes');
    await expect(page.getByRole('button', { name: 'Notices, 2 unread' })).toBeVisible();
  }).toPass();
  await expect(page.getByText(/^Notified on/)).toHaveCount(2);
  await expectNoBarriers(page);
  await expectToFit(page);

  const news = page.getByRole('region', { name: 'Notices', exact: true });
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await pressByKey(page, 'Notices, 2 unread');
    await expect(
      news.getByText(`Packs of ${name} came in. They can hold ${WISHED} (Ultra Rare, Foil).`),
    ).toBeInViewport({ ratio: 1 });
    await expect(news.getByText(`${name} is back in stock.`)).toBeInViewport({ ratio: 1 });
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await expect(news).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Notices, 2 unread' })).toBeFocused();
  }

  // After all notices are read, the focus is on the bell, which can fold the list of notices away.
  const bell = page.getByRole('button', { name: 'Notices', exact: true });
  await pressByKey(page, 'Notices, 2 unread');
  await pressByKey(page, 'Mark all as read');
  await expect(news.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(bell).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(news).toHaveCount(0);
  await expect(bell).toBeFocused();

  await askDatabase(
    'update notices set read_at = null where user_id = (select id from users where email = $1)',
    [email],
  );
  await page.goto('/notices');
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible();
  await pressByKey(page, 'Mark all as read');
  // On a phone there is no room for the bell, so the account's menu leads to the notices.
  await expect(bell).toBeHidden();
  await expectToFit(page);
  await page.setViewportSize(WIDE);
  await expect(bell).toBeVisible();
  const byMail = page
    .getByRole('group', { name: 'A pack you wait for is back in stock' })
    .getByRole('checkbox', { name: 'Mail' });
  await expect(byMail).not.toBeChecked();
  await byMail.press('Space');
  await expect(byMail).toBeChecked();
  await expectNoBarriers(page);
  await page.goto(`/pack/${packType}`);
  await expect(page.getByRole('button', { name: 'BUY NOW' }).first()).toBeVisible();
  expect(problems).toEqual([]);
});
