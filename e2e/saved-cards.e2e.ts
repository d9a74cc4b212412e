import { expect, test } from '@playwright/test';
import { signUp } from './shopper.ts';

test('a card is saved, named, pays for credits with one press, and is forgotten', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/my-account');
  const panel = page.getByRole('region', { name: 'Saved cards' });
  await expect(panel).toContainText('No cards are saved.');
  await panel.getByRole('button', { name: 'Add a card' }).click();
  await panel.getByRole('button', { name: 'Save card' }).click();
  await expect(panel).toContainText('Visa ending in 4242');
  await expect(panel.getByText('Default')).toBeVisible();

  await panel.getByRole('button', { name: 'Add a card' }).click();
  await panel.getByLabel('Test card').selectOption({ label: 'Mastercard 4444' });
  await panel.getByRole('button', { name: 'Save card' }).click();
  await panel.getByRole('button', { name: 'Make default Mastercard ending in 4444' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Mastercard' })).toContainText(
    'Default',
  );
  await panel.getByRole('button', { name: 'Rename Mastercard ending in 4444' }).click();
  await panel.getByLabel('Nickname').fill('Work');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toContainText('Work (Mastercard ending in 4444)');

  await page.goto('/top-up');
  await expect(page.getByLabel('Pay with')).toContainText('Work (Mastercard ending in 4444)');
  await page.getByLabel('Credits', { exact: true }).fill('20');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Pay CAD 21\.20 with Work/ }).click();
  await expect(page.getByText('CAD 20.00 is in your balance.')).toBeVisible();

  await page.goto('/my-account');
  await expect(page.getByRole('region', { name: 'Account Balance' })).toContainText('CAD 120.00');
  await panel.getByRole('button', { name: /^Remove Work/ }).click();
  await expect(panel).not.toContainText('Mastercard');
});
