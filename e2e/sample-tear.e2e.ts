// A visitor tears the sample pack on the home page before signing up.
import { expect } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { test } from './kept-page.ts';
import { visit, watchForErrors } from './shopper.ts';

test('a visitor tears a sample pack on the home page and turns its best card, by keyboard', async ({
  page,
}) => {
  const problems = watchForErrors(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/');
  // A press on the slide itself opens the pack's page.
  const slide = page.locator('#hero-slide');
  const name = (await slide.getByRole('heading', { level: 1 }).textContent())!;
  const line = page.getByRole('button', { name: 'Try a tear' });
  await expect(line).toBeInViewport({ ratio: 1 });
  expect(asked.filter((path) => /sample|\/tear/.test(path))).toEqual([]);
  await line.press('Enter');
  const sample = page.getByRole('dialog', { name: 'Try a tear' });
  await expect(sample).toContainText('Sample: nothing won, nothing drawn');
  await expect(sample.getByRole('button', { name: 'Tear it open' })).toBeFocused();
  await expectNoBarriers(page, 'dialog[open]');
  await page.keyboard.press('Enter');
  await expect(sample.getByRole('button', { name: 'Card, face down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sample.getByRole('button', { name: /, face up$/ })).toBeFocused();
  await expect(sample.getByText(/^About 1 in \d+ packs holds a better card\.$/)).toBeVisible();
  await expect(sample.getByText(/^Sells for CAD/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(line).toBeFocused();
  // Back closes the sample too, and stays on the page.
  await line.press('Enter');
  await expect(sample).toBeVisible();
  await page.goBack();
  await expect(sample).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await expect(slide.getByRole('heading', { level: 1 })).toHaveText(name);
  await slide.click({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveURL(/\/pack\//);
  expect(problems).toEqual([]);
});
