// A shopper wishes for a card and for a pack. When packs come in, the shopper gets one notice. All this works with the
// keyboard alone, on a phone and on a wide screen.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { test } from './kept-page.ts';
import { pressByKey } from './press-by-key.ts';
import { callAs, signUp, watchForErrors } from './shopper.ts';

const CARDS_OF_PACK = 9;
const OPERATOR = { email: 'admin@feltandfoil.test', password: 'admin1234' };

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

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

test('a shopper wishes for a card and for a sold-out pack, and gets one notice when packs come in', async ({
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
  const wished = await asOperator<{ cards: CatalogueCard[] }>(
    `/cards/search?search=${encodeURIComponent(WISHED)}`,
  );
  // The pack that comes in doesn't contain the wanted card. Its type could contain it, and the notice says only that.
  const inside = cards.filter((card) => card.name !== WISHED).slice(0, CARDS_OF_PACK);

  await signUp(page);
  await page.goto(`/pack/${packType}`);
  await pressByKey(page, 'Tell me when it is back');
  await expect(
    page.getByRole('button', { name: 'We’ll tell you when it is back' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`/card/${wished.cards[0]!.id}`);
  await pressByKey(page, 'Wish for this card');
  await expect(page.getByRole('button', { name: 'Take it off your wishes' })).toBeFocused();

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
  // The job that writes notices runs a moment after the intake.
  await expect
    .poll(async () => (await callAs<{ unread: number }>(page, '/notices')).unread)
    .toBe(2);
  await page.goto('/wishes');
  await expect(page.getByText(/^Notified on/)).toHaveCount(2);

  const news = page.getByRole('region', { name: 'Notices', exact: true });
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await pressByKey(page, 'Notices, 2 unread');
    await expect(
      news.getByText(`Packs of ${name} came in. They can hold ${WISHED} (Ultra Rare, Foil).`),
    ).toBeInViewport({ ratio: 1 });
    await expect(news.getByText(`${name} is back in stock.`)).toBeInViewport({ ratio: 1 });
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

  await page.setViewportSize(WIDE);
  await page.goto('/notices');
  const byMail = page
    .getByRole('group', { name: 'A pack you wait for is back in stock' })
    .getByRole('checkbox', { name: 'Mail' });
  await expect(byMail).not.toBeChecked();
  await byMail.press('Space');
  await expect(byMail).toBeChecked();
  await page.goto(`/pack/${packType}`);
  await expect(page.getByRole('button', { name: 'BUY NOW' }).first()).toBeVisible();
  expect(problems).toEqual([]);
});
