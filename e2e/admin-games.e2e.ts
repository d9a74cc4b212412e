// An operator makes a game, and shoppers find its packs.
import { expect } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { askDatabase, callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

test(
  'an operator makes a game, sees its drawings before it is saved, and shoppers find its packs',
  { tag: '@pictures' },
  async ({ page }) => {
    const problems = watchForErrors(page);
    await signInAsAdmin(page);
    await page.goto('/admin/games');
    const games = page.getByRole('list', { name: 'Games' });
    await expect(games.getByRole('listitem')).toHaveCount(3);
    // The sample cards don't wait until somebody scrolls to them.
    await expect(games.locator('img[loading=eager]')).toHaveCount(3);

    await page.getByRole('button', { name: 'New game' }).click();
    const drawer = page.getByRole('dialog', { name: 'New game' });
    await drawer.getByRole('button', { name: 'Make game' }).click();
    await expect(drawer.getByText('game must be an id such as one-piece')).toBeVisible();
    await drawer.getByLabel('ID').fill('one-piece');
    await drawer.getByLabel('Name').fill('Pokemon');
    await drawer.getByRole('radio', { name: 'wave' }).check({ force: true });
    await drawer.getByLabel('Shadows of colours 1').fill('400');
    await expect(drawer.getByAltText('Sample card, Rare')).toBeHidden();
    await drawer.getByLabel('Shadows of colours 1').fill('230');
    const sample = drawer.getByAltText('Sample card, Rare');
    await expect
      .poll(() => sample.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(315);
    const before = await sample.getAttribute('src');
    await drawer.getByLabel('Time of day of colours 3').selectOption('ember');
    await expect(sample).not.toHaveAttribute('src', before!);
    await drawer.getByRole('button', { name: 'Remove colours 4' }).click();
    await drawer.getByRole('textbox', { name: 'Common', exact: true }).fill('C');
    await drawer.getByRole('textbox', { name: 'Epic (Uncommon)', exact: true }).fill('UC\nR');
    await drawer.getByRole('textbox', { name: 'Rare', exact: true }).fill('SR\nL\nsr');
    await drawer.getByRole('textbox', { name: 'Legendary', exact: true }).fill('SEC');
    await drawer.getByLabel('Any other word').selectOption('Counts as Common');
    await drawer.getByRole('textbox', { name: 'Foil', exact: true }).fill('Parallel');
    await drawer.getByRole('button', { name: 'Make game' }).click();
    await expect(drawer.getByText('“sr” is there twice')).toBeVisible();
    await expectNoBarriers(page);
    await drawer.getByRole('textbox', { name: 'Rare', exact: true }).fill('SR\nL');
    await drawer.getByRole('button', { name: 'Make game' }).click();
    await expect(drawer.getByText('A game has this name already')).toBeVisible();
    await drawer.getByLabel('Name').fill('One Piece');
    await drawer.getByRole('button', { name: 'Make game' }).click();
    await expect(page.getByText('One Piece made')).toBeVisible();
    await expect(games.getByRole('listitem').last()).toContainText(
      'one-piece · 0 sets · 6 rarity words',
    );

    await games.getByRole('button', { name: 'Change One Piece' }).click();
    const known = page.getByRole('dialog', { name: 'One Piece' });
    await expect(known.getByRole('radio', { name: 'wave' })).toBeChecked();
    await expect(known.getByRole('textbox', { name: 'Epic (Uncommon)', exact: true })).toHaveValue(
      'UC\nR',
    );
    await known.getByRole('textbox', { name: 'Legendary', exact: true }).fill('SEC\nSP');
    await known.getByRole('button', { name: 'Save' }).click();
    await expect(games.getByRole('listitem').last()).toContainText('7 rarity words');

    await askDatabase(
      `insert into card_sets (id, game, code, name) values ('one-piece-op01', 'one-piece', 'op01', 'Romance Dawn')`,
      [],
    );
    await askDatabase(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       values (gen_random_uuid(), 'one-piece-op01', 'op01-001', 'Monkey D. Luffy', '001', 'mythic', 'SEC', 'normal')`,
      [],
    );
    await callAs(page, '/pack-types', {
      id: 'romance-dawn',
      name: 'Romance Dawn Booster',
      set_id: 'one-piece-op01',
      price: 12,
      card_count: 1,
    });
    await callAs(page, '/admin/stock/intake', {
      packs: [
        {
          packTypeId: 'romance-dawn',
          serial: 'OP-1',
          certificationNumber: 'FF-OP-1',
          cards: [{ set: 'op01', number: '001' }],
        },
      ],
    });
    await expect(async () => {
      await page.goto('/packs');
      await page.getByLabel('Game').selectOption('One Piece', { timeout: 2_000 });
      await expect(page.getByRole('heading', { name: 'All Packs (1)' })).toBeVisible();
    }).toPass();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Romance Dawn Booster' }),
    ).toContainText('One Piece');
    // The browser itself logs the request that the shop refused.
    expect(problems).toEqual([expect.stringContaining('400')]);
  },
);
