// Packs come in from a file and go on sale, and an operator inspects one and takes it off sale. Visitors verify
// certifications, and the shop suggests packs.
import { expect, type Page } from '@playwright/test';
import { refuseRequests } from './answers.ts';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { callAs, logOut, signInAsAdmin, signUp, watchForErrors } from './shopper.ts';

const CARDS_OF_PACK = 9;

/** Creates a pack type for this test alone, so that no other test buys its packs. Returns the type's id. */
async function makePackType(page: Page, name: string): Promise<string> {
  const id = name.toLowerCase().replaceAll(' ', '-');
  await callAs(page, '/pack-types', {
    id,
    name,
    set_id: 'yugioh-DIFO',
    price: 400,
    card_count: CARDS_OF_PACK,
    guaranteed: true,
  });
  return id;
}

type CatalogueCard = { set_id: string; number: string; nativeRarity: string; finish: string };

/** Returns the lines of an intake file. Every pack in the file has the same cards. */
async function packLines(page: Page, packType: string, serials: string[]): Promise<string[]> {
  const { cards } = await callAs<{ cards: CatalogueCard[] }>(
    page,
    `/cards/market?game=yugioh&setName=Dimension&pageSize=${CARDS_OF_PACK}`,
  );
  const named = cards.map((card) => ({
    set: card.set_id.slice('yugioh-'.length),
    number: card.number,
    rarity: card.nativeRarity,
    finish: card.finish,
  }));
  return serials.map((serial) =>
    JSON.stringify({ pack: { packType, serial, certification: `FF-${serial}`, cards: named } }),
  );
}

async function chooseFile(page: Page, lines: string[]): Promise<void> {
  await page.getByRole('tab', { name: 'From JSON' }).click();
  await page.getByLabel('Pack file').setInputFiles({
    name: 'packs.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.join('\n')),
  });
}

test('an admin takes in packs from a file, looks into one and takes it off sale', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  await signInAsAdmin(page);
  const mark = Date.now().toString(36).toUpperCase();
  const type = await makePackType(page, `Filed ${mark}`);
  const lines = await packLines(page, type, [`${mark}-1`, `${mark}-2`, `${mark}-3`]);

  await page.goto('/admin/stock');
  await expect(page.getByRole('table', { name: 'Stock' })).toContainText('On sale');
  await page.getByRole('link', { name: 'Take in packs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Take in packs' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['One pack', 'Photographs', 'Costs', 'From JSON']);

  const broken = lines[1]!.replace(type, 'no-such-type');
  await chooseFile(page, [lines[0]!, broken, '{']);
  await expect(page.getByText('2 lines are wrong')).toBeVisible();
  const wrong = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(wrong).toHaveText([
    'Line 2there is no pack type "no-such-type"',
    'Line 3is not JSON',
  ]);
  await expectNoBarriers(page);

  await chooseFile(page, lines);
  await expect(page.getByRole('row', { name: `Filed ${mark} 3 0` })).toBeVisible();
  await page.getByRole('button', { name: 'Take in 3 packs' }).click();
  await expect(page.getByRole('heading', { name: '3 packs taken in' })).toBeVisible();
  await page.getByRole('button', { name: 'Take in another file' }).click();
  await chooseFile(page, lines);
  await expect(page.getByText('All of these packs were taken in before.')).toBeVisible();

  await page.goto(`/admin/stock?search=${mark.toLowerCase()}`);
  await expect(page.getByText('3 packs', { exact: true })).toBeVisible();
  await page
    .getByRole('table', { name: 'Stock' })
    .getByRole('link', { name: `${mark}-2` })
    .click();
  const drawer = page.getByRole('dialog', { name: `Pack ${mark}-2` });
  await expect(drawer).toContainText('By admin@feltandfoil.test');
  await drawer.getByRole('button', { name: 'Look inside' }).click();
  await drawer.getByRole('button', { name: 'Look inside' }).click();
  await expect(drawer.getByText('Reason is required')).toBeVisible();
  await drawer.getByLabel('Reason').fill('A shopper asked');
  await expectNoBarriers(page);
  await drawer.getByRole('button', { name: 'Look inside' }).click();
  const contents = drawer.getByRole('region', { name: 'Contents' });
  await expect(contents.getByRole('listitem')).toHaveCount(CARDS_OF_PACK);
  await expect(drawer).toContainText('Looked inside');
  await expectNoBarriers(page);
  await contents.getByRole('button', { name: 'Hide' }).click();
  await drawer.getByRole('button', { name: 'Take off sale' }).click();
  await drawer.getByLabel('Reason').fill('Torn');
  await drawer.getByRole('button', { name: 'Take off sale' }).click();
  await expect(page.getByText(`Pack ${mark}-2 is off sale`)).toBeVisible();
  await expect(drawer).toContainText('Withdrawn');
  await expect(drawer.getByRole('button', { name: 'Put back on sale' })).toBeVisible();

  // Another operator puts the pack back on sale before this operator does. The drawer must then show the other
  // operator's reason and say that nothing was changed.
  await drawer.getByRole('button', { name: 'Put back on sale' }).click();
  await drawer.getByLabel('Reason').fill('Mended');
  await callAs(page, `/admin/stock/packs/${new URL(page.url()).searchParams.get('id')}/put-back`, {
    reason: 'Mended already',
  });
  await drawer.getByRole('button', { name: 'Put back on sale' }).click();
  await expect(drawer).toContainText('Mended already');
  await expect(page.getByText('Nothing was changed')).toBeVisible();
  await drawer.getByRole('button', { name: 'Take off sale' }).click();
  await drawer.getByLabel('Reason').fill('Torn again');
  await drawer.getByRole('button', { name: 'Take off sale' }).click();
  await expect(drawer).toContainText('Torn again');

  const certified = drawer.getByRole('link', { name: `FF-${mark}-2` });
  await certified.click();
  await expect(page.getByRole('heading', { name: 'Pack certification' })).toBeVisible();
  await expect(page.getByText('We took it off sale.')).toBeVisible();
  await expect(page.getByText(`FF-${mark}-2`)).toBeVisible();
  // The refusal is the only message in the browser's console.
  expect(problems).toEqual([expect.stringContaining('409 (Conflict)')]);
});

test('an admin types in a pack, and it is on sale', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page);
  const name = `Typed ${Date.now().toString(36)}`;
  const type = await makePackType(page, name);
  const [line] = await packLines(page, type, ['typed']);
  const { cards } = (JSON.parse(line!) as { pack: { cards: Record<string, string>[] } }).pack;
  const serial = `H-${Date.now()}`;
  await page.goto('/admin/stock/intake');
  await page.getByLabel('Pack type').selectOption({ label: name });
  await page.getByLabel('Serial').fill(serial);
  await page.getByLabel('Certification number').fill(`FF-${serial}`);
  for (const [at, card] of cards.entries()) {
    const of = (field: string) => page.getByLabel(`${field} of card ${at + 1}`, { exact: true });
    await of('Number').fill(at === 2 ? 'none' : card['number']!);
    await of('Rarity').fill(card['rarity']!);
    await of('Finish').selectOption({ value: card['finish']! });
  }
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Take in this pack' }).click();
  await expect(page.getByText(/the catalogue has no card .* none/)).toBeVisible();
  await expect(page.getByLabel('Number of card 3', { exact: true })).toBeFocused();
  await page.getByLabel('Number of card 3', { exact: true }).fill(cards[2]!['number']!);
  await page.getByRole('button', { name: 'Take in this pack' }).click();
  await expect(page.getByText(`Pack ${serial} taken in`)).toBeVisible();
  await expect(page.getByLabel('Serial')).toBeFocused();

  await page.goto(`/pack/${type}`);
  await expect(page.getByRole('button', { name: 'BUY NOW' }).first()).toBeEnabled();
});

test('an operator continues an intake that was interrupted', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page);
  const mark = Date.now().toString(36).toUpperCase();
  const type = await makePackType(page, `Stopped ${mark}`);
  const serials = Array.from({ length: 600 }, (_, at) => `${mark}-${at}`);
  await page.goto('/admin/stock/intake');
  await chooseFile(page, await packLines(page, type, serials));
  let calls = 0;
  // Refuses only the second of three calls. In a real shop, only a lost connection could stop the intake between two
  // calls.
  await refuseRequests(page, 'takeInPacks', 'VALIDATION_ERROR', {
    when: () => (calls += 1) === 2,
  });
  await page.getByRole('button', { name: 'Take in 600 packs' }).click();
  await expect(page.getByText('Stopped after 500 packs')).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: '600 packs taken in' })).toBeVisible();
  expect(calls).toBe(3);
  const found = await callAs<{ packTypes: { stock: number }[] }>(
    page,
    `/admin/pack-types?search=${mark}`,
  );
  expect(found.packTypes.map(({ stock }) => stock)).toEqual([600]);
});

test('a visitor verifies a certification, starting from a guaranteed pack in the shop', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  // No other test buys packs of this type, so its pages keep their packs.
  await page.goto('/pack/pokemon-sv3');
  await page.getByRole('link', { name: 'Verify certification' }).click();
  await expect(page.getByRole('heading', { name: 'The story of these packs' })).toBeVisible();
  await page.getByText('All packs', { exact: true }).click();
  // The address contains the number of the page, so Back or a link leads to that page again.
  const shown = page.getByRole('navigation', { name: 'Certified packs, pages' });
  const sealed = page.getByRole('group').getByRole('listitem').getByRole('link').first();
  const onFirst = await sealed.textContent();
  await shown.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/certification\?page=2$/);
  const turnedTo = (number: number) =>
    expect(shown.getByRole('button', { name: `Page ${number}`, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  await turnedTo(2);
  // The packs of page 1 stay until those of page 2 come.
  await expect(sealed).not.toHaveText(onFirst!);
  const onSecond = await sealed.textContent();
  // Back stays in the page, so the list stays unfolded.
  await page.goBack();
  await turnedTo(1);
  // Waits until the list no longer shows the packs of page 2.
  await expect(sealed).not.toHaveText(onSecond!);
  await page.goForward();
  await turnedTo(2);
  await page.reload();
  await turnedTo(2);
  await expect(sealed).toHaveText(onSecond!);
  const id = await sealed.textContent();
  await sealed.click();
  await expect(page.getByRole('heading', { name: 'Pack certification' })).toBeVisible();
  await expect(page.getByText('It is sealed, and in our hands.')).toBeVisible();
  await expect(page.getByText(id!)).toBeVisible();
  // The page hides both numbers of a sealed pack. The operator who took the pack in could recognize it by them.
  await expect(page.getByText('Shown once the pack is opened')).toHaveCount(2);
  await expectNoBarriers(page);
  await page.reload();
  await expect(page.getByText(id!)).toBeVisible();
  expect(problems).toEqual([]);

  await page.goto('/verify/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'No such pack' })).toBeVisible();
});

test(
  'a shopper sees suggestions of packs that they have not bought, and what sells well',
  { tag: '@long' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    const email = await signUp(page);
    await page.goto('/');
    const recommended = page.getByRole('region', { name: 'Recommended for you' });
    await expect(recommended.getByRole('listitem')).toHaveCount(6);
    const name = (await recommended.getByRole('link').first().textContent())!;
    const [first] = await callAs<{ id: string }[]>(page, '/packs/recommendations');
    // Also buys packs of the type that other tests buy. So this type is among the best sellers, whatever other tests
    // buy.
    const { id: usual, name: bestSeller } = await callAs<{ id: string; name: string }>(
      page,
      '/pack-types/pokemon-sv1',
    );
    const bought = new Map([[first!.id, 1]]).set(usual, 3);
    await callAs(page, '/payments/purchase-with-balance', {
      packs: [...bought].map(([packId, quantity]) => ({ packId, quantity })),
      paymentMethod: 'balance',
    });
    await page.reload();
    await expect(recommended).toBeVisible();
    await expect(recommended.getByRole('link', { name })).toHaveCount(0);
    await expectNoBarriers(page);

    // The best sellers are below a list without them, and no page shows a pack twice.
    const trending = page.getByRole('region', { name: 'Trending now' });
    await page.goto('/packs');
    await expect(page.getByRole('link', { name: bestSeller })).toHaveCount(1);
    await expect(trending).toHaveCount(0);
    await page.goto('/packs?search=nothing+of+that+name');
    await expect(trending.getByRole('link', { name: bestSeller })).toBeVisible();
    await expectNoBarriers(page);
    await trending.getByRole('link', { name: bestSeller }).click();
    await expect(page.getByRole('heading', { level: 1, name: bestSeller })).toBeVisible();

    await page.goto('/my-account');
    const saved = page.waitForResponse((response) =>
      response.url().endsWith('/users/settings/preferences'),
    );
    await page.getByRole('checkbox', { name: 'Pack recommendations' }).uncheck();
    expect((await saved).status()).toBe(200);
    expect(await callAs(page, '/packs/recommendations')).toEqual([]);
    await logOut(page, email);
    await expect(recommended).toHaveCount(0);
    expect(problems).toEqual([]);
  },
);
