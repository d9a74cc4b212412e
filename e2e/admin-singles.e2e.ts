// Cards that somebody sold back are taken in hand by keyboard, get their prices by a rule, and one of them is lost.
import { expect, type Page } from '@playwright/test';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import { signUpWithCards } from './own-cards.ts';
import { pressByKey, tabTo } from './press-by-key.ts';
import { callAs, signInAsAdmin, watchForErrors } from './shopper.ts';

type Single = { id: string; cardNumber: string; name: string; price: number | null };

const batch = (page: Page) => page.getByRole('list', { name: 'Cards of the batch' });

test('an admin takes cards in hand by keyboard, prices them by a rule and books a loss', async ({
  page,
  elsewhere,
}) => {
  const { cards } = await signUpWithCards(page);
  const sold = cards.slice(0, 4);
  await callAs(page, '/cards/sell/bulk', {
    cards: sold.map(({ card, packOpeningId }) => ({ cardId: card.id, packOpeningId })),
  });
  const admin = await elsewhere();
  await signInAsAdmin(admin);
  const problems = watchForErrors(admin);
  const singles: Single[] = [];
  for (const { card } of sold) {
    singles.push(await callAs<Single>(admin, `/admin/singles/${card.id}`));
  }
  const [first, second, third, missing] = singles as [Single, Single, Single, Single];

  // Nobody touches a pointer here: a scanner types a number and presses Enter.
  await admin.goto('/admin/singles/take-in-hand');
  await expect(admin.getByLabel('Card number or label')).toBeFocused();
  await admin.keyboard.press('Shift+Tab');
  await expect(admin.getByLabel('Shelf')).toBeFocused();
  await admin.keyboard.type('A-3');
  await admin.keyboard.press('Tab');
  for (const { cardNumber, name } of [first, second, third]) {
    await admin.keyboard.type(cardNumber);
    await admin.keyboard.press('Enter');
    await expect(batch(admin).getByRole('listitem').filter({ hasText: cardNumber })).toContainText(
      name,
    );
  }
  await admin.reload();
  await expect(admin.getByLabel('Shelf')).toHaveValue('A-3');
  await expect(batch(admin).getByRole('listitem')).toHaveCount(3);
  await expect(admin.getByLabel('Card number or label')).toBeFocused();
  await admin.keyboard.type('C-0-0-9');
  await admin.keyboard.press('Enter');
  const wrong = batch(admin).getByRole('listitem').filter({ hasText: 'C-0-0-9' });
  await expect(wrong).toContainText('There is no card with this number');
  await expect(admin.getByRole('button', { name: 'Take 4 cards in hand' })).toBeDisabled();
  await pressByKey(admin, 'Remove C-0-0-9');
  await expect(wrong).toHaveCount(0);
  await tabTo(admin, admin.getByLabel(`Condition of ${first.name}, ${first.cardNumber}`));
  await admin.keyboard.press('ArrowDown');
  await pressByKey(admin, 'Take 3 cards in hand');
  await expect(admin.getByText('3 cards taken in hand')).toBeVisible();
  await expect(admin.getByLabel('Card number or label')).toBeFocused();
  expect(await callAs(admin, `/admin/singles/${first.id}`)).toMatchObject({
    condition: 'Lightly Played',
    shelf: 'A-3',
  });

  await admin.goto('/admin/singles/prices');
  await admin.getByRole('button', { name: 'Add a rule' }).click();
  const rule = admin.getByRole('group').last();
  await rule.getByLabel('Game').selectOption('Pokemon');
  await rule.getByLabel('Share, %').fill('0');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await expect(rule.getByText('The share is a whole number from 1 to 500 percent')).toBeVisible();
  await rule.getByLabel('Share, %').fill('85');
  await admin.getByRole('button', { name: 'Preview' }).click();
  const preview = admin.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Preview' })).toBeFocused();
  await expect(preview.getByRole('row', { name: /^With a price/ })).toBeVisible();
  await preview.getByRole('button', { name: 'Save rules' }).click();
  await expect(admin.getByText('Rules saved')).toBeVisible();
  await expect
    .poll(async () => (await callAs<Single>(admin, `/admin/singles/${second.id}`)).price)
    .not.toBeNull();

  await admin.goto(`/admin/singles?search=${missing.cardNumber}`);
  await admin
    .getByRole('checkbox', { name: `Select ${missing.name} ${missing.cardNumber}` })
    .check();
  await admin.getByRole('button', { name: 'Not found' }).click();
  const lose = admin.getByRole('dialog').getByRole('form', { name: 'Book 1 card as lost' });
  await lose.getByRole('button', { name: 'Book as lost' }).click();
  await expect(lose.getByText('Reason is required')).toBeVisible();
  await lose.getByLabel('Reason').fill('Not in the box that came in');
  await expectNoBarriers(admin);
  await lose.getByRole('button', { name: 'Book as lost' }).click();
  await expect(admin.getByText('1 card booked as lost')).toBeVisible();
  await admin.getByRole('link', { name: missing.name, exact: true }).click();
  const drawer = admin.getByRole('dialog', { name: missing.name });
  await expect(drawer.getByText('Not in the box that came in').first()).toBeVisible();
  await expect(drawer.getByText('Booked as lost', { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});
