// An admin finds a shopper's account, ends the shopper's public page, locks and unlocks the account, and finds all
// these actions in the audit log.
import { expect, type Page } from '@playwright/test';
import { changeResponses, refuseRequests } from './answers.ts';
import { test } from './kept-page.ts';
import { expectNoBarriers } from './barriers.ts';
import {
  callAs,
  logIn,
  proveAddress,
  signIn,
  readMail,
  signInAsAdmin,
  signUp,
  watchForErrors,
} from './shopper.ts';

type Bought = { packOpenings: { cards: { id: string }[] }[] };
type Shared = { address: string; name: string };

test(
  'the clear link and the browser’s Back both undo a search',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await signInAsAdmin(page);
    await page.goto('/admin/users');
    const field = page.getByLabel('E-mail, username, name or ID');
    await field.fill('zzz');
    await expect(page.getByText('No users found')).toBeVisible();
    await page.getByRole('button', { name: 'Show all users' }).click();
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await expect(field).toHaveValue('');
    await field.fill('yyy');
    await expect(page).toHaveURL(/search=yyy/);
    await page.goBack();
    await expect(field).toHaveValue('');
    // Lets more time pass than the page waits after typing before it searches. The cancelled search must not run.
    await page.clock.runFor(600);
    await expect(page).toHaveURL('/admin/users');
    await field.pressSequentially('demo@feltandfoil.test', { delay: 60 });
    await expect(page).toHaveURL(/search=demo%40feltandfoil.test/);
    await expect(field).toHaveValue('demo@feltandfoil.test');
  },
);

test('an admin ends a shopper’s public page, locks and unlocks the account, and finds it all in the audit log', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  const shopper = await elsewhere();
  const email = await signUp(shopper);
  const { packOpenings } = await callAs<Bought>(shopper, '/packs/purchase', {
    packId: 'magic-mid-draft',
    quantity: 1,
  });
  const cardId = packOpenings[0]!.cards[0]!.id;
  const shared = { cardId, withName: true };
  const { address, name } = await callAs<Shared>(shopper, '/pulls', shared);

  await signInAsAdmin(page);
  await page.goto('/admin/users');
  await page.getByLabel('E-mail, username, name or ID').fill(email.toUpperCase());
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: email });
  // The page searches after a pause in typing, and a new search closes the account that is open.
  await expect(page).toHaveURL(/search=/);
  await expect(row).toContainText('Active');
  await row.getByRole('link').click();
  const drawer = page.getByRole('dialog').first();
  await expect(drawer.getByText('Signed in on')).toBeVisible();

  await drawer.getByRole('button', { name: `End page of ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('The name insults somebody');
  await question.getByRole('button', { name: 'End page' }).click();
  await expect(drawer).toContainText('No public pages');
  expect((await page.request.get(`/pull/${address}`)).status()).toBe(410);

  await drawer.getByRole('button', { name: 'Lock account', exact: true }).click();
  await question.getByRole('button', { name: 'Lock account', exact: true }).click();
  await expect(question.getByText('Reason is required')).toBeVisible();
  await question.getByLabel('Reason').fill('Paid with a stolen card');
  await expectNoBarriers(page);
  await question.getByRole('button', { name: 'Lock account', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(drawer).toContainText('No active sessions');

  await shopper.goto('/my-cards');
  await shopper.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(shopper).toHaveURL(/\/auth/);
  await shopper.getByLabel('Email').fill(email);
  await shopper.getByRole('button', { name: 'Continue' }).click();
  await shopper.getByLabel('Password', { exact: true }).fill('correct horse');
  await shopper
    .getByRole('button', { name: /log in|sign in/i })
    .last()
    .click();
  await expect(shopper.getByText(/locked/i)).toBeVisible();

  await drawer.getByRole('button', { name: 'Unlock account' }).click();
  await question.getByLabel('Reason').fill('The bank says it was theirs');
  await question.getByRole('button', { name: 'Unlock account' }).click();
  await expect(drawer.getByRole('button', { name: 'Lock account', exact: true })).toBeVisible();

  await drawer.getByRole('link', { name: 'Activity on this account' }).click();
  const entries = page.getByRole('table', { name: 'Actions' });
  await expect(entries.getByRole('row')).toHaveCount(4);
  await expect(entries.getByRole('row').nth(1)).toContainText('Unlock user');
  await expect(entries.getByRole('row').nth(2)).toContainText('Lock user');
  await expect(entries.getByRole('row').nth(3)).toContainText('End shared pull');
  await entries.getByRole('link', { name: 'Lock user', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Paid with a stolen card');
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Promises' }).click();
  await expect(page.getByText(/^All \d+ promises hold/)).toBeVisible();
  expect(problems).toEqual([]);
});

test(
  'an admin makes a user a moderator, who then sees the admin pages, but neither users nor the audit log',
  { tag: '@long' },
  async ({ page, elsewhere }) => {
    const theirs = await elsewhere();
    const email = await signUp(theirs);
    await signInAsAdmin(page);
    await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: email }).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByLabel('Role').selectOption({ label: 'Moderator' });
    await drawer.getByRole('button', { name: 'Change role' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByRole('button', { name: 'Change role' }).click();
    await expect(asked).toContainText('Their e-mail address is not verified');
    await proveAddress(theirs);
    await asked.getByRole('button', { name: 'Change role' }).click();
    await expect(drawer.locator('dl').first()).toContainText('Moderator');

    const helper = await elsewhere();
    await logIn(helper, email);
    await expect(helper.getByRole('button', { name: email.split('@')[0]! })).toBeVisible();
    await helper.goto('/admin/audit');
    await expect(helper.getByRole('table', { name: 'Promises' })).toBeVisible();
    await expect(helper.getByRole('tab', { name: 'Audit log' })).toHaveCount(0);
    const nav = helper.getByRole('navigation', { name: 'Admin' });
    await expect(nav.getByRole('link', { name: 'Orders' })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Users' })).toHaveCount(0);
    // On a narrow screen, a single button leads to the operators' pages, by keyboard as well.
    await helper.setViewportSize({ width: 390, height: 844 });
    const opener = nav.getByRole('button', { name: 'Admin: Audit' });
    await opener.press('Enter');
    await expectNoBarriers(helper);
    await helper.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await expect(nav.getByRole('link')).toHaveCount(0);
    await opener.press('Enter');
    await helper.keyboard.press('Tab');
    await helper.keyboard.press('Tab');
    await expect(nav.getByRole('link', { name: 'Orders' })).toBeFocused();
    await helper.keyboard.press('Enter');
    await expect(helper.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
    await expect(nav.getByRole('link')).toHaveCount(0);
    await helper.goto('/admin/users');
    await expect(helper.getByRole('heading', { name: 'Users' })).toHaveCount(0);
  },
);

test('the owner makes a role that only packs, and invites somebody who then sees parcels and nothing of money', async ({
  page,
  elsewhere,
}) => {
  const problems = watchForErrors(page);
  const theirs = await elsewhere();
  const email = await signUp(theirs);
  await proveAddress(theirs);
  await signIn(theirs, email);
  const name = `Parcels ${email.slice(0, 12)}`;

  await signInAsAdmin(page);
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'New role' }).click();
  const form = page.getByRole('dialog', { name: 'New role' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel(/^Catalogue/).check();
  await expect(form.getByLabel(/^Packing/)).toBeChecked();
  await expectNoBarriers(page);
  await form.getByLabel(/^Catalogue/).uncheck();
  await form.getByLabel(/^Packing/).check();
  await form.getByRole('button', { name: 'Save role' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite somebody' });
  await invite.getByLabel('E-mail').fill(email);
  await invite.getByLabel('Role').selectOption({ label: name });
  await expect(invite).toContainText('no amounts of money');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(email);

  expect(await readMail(email, 'staff_invitation')).toContain(name);
  const theirProblems = watchForErrors(theirs);
  await theirs.goto('/invitation');
  await expect(theirs.getByRole('main')).toContainText(`as ${name}`);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const nav = theirs.getByRole('navigation', { name: 'Admin' });
  await expect(nav.getByRole('link')).toHaveText([
    'Overview',
    'Shipping',
    'Stock',
    'Singles',
    'Alerts',
  ]);
  await nav.getByRole('link', { name: 'Shipping' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Shipping' })).toBeVisible();
  await expect(theirs.getByRole('columnheader', { name: 'Fee' })).toHaveCount(0);
  // No page asks for what the role may not see: the browser would log the refusal.
  const visitAll = async () => {
    for (const label of await nav.getByRole('link').allTextContents()) {
      await nav.getByRole('link', { name: label, exact: true }).click();
      await expect(theirs.getByRole('heading', { level: 1, name: label })).toBeVisible();
    }
  };
  await visitAll();
  await nav.getByRole('link', { name: 'Alerts' }).click();
  await expect(theirs.getByText('No alerts are about your work.')).toBeVisible();
  await expect(theirs.getByRole('main').getByRole('heading')).toHaveText(['Alerts']);
  await page.getByRole('button', { name: `Change ${name}` }).click();
  const changing = page.getByRole('dialog', { name: `Change ${name}` });
  await changing.getByLabel(/^Catalogue/).check();
  await changing.getByRole('button', { name: 'Save role' }).click();
  await expect(changing).toBeHidden();
  // They gained a right, so they stay signed in, and their open page learns it as they come back to it.
  await refocus(theirs);
  await expect(nav.getByRole('link', { name: 'Games' })).toBeVisible();
  await visitAll();
  expect(theirProblems).toEqual([]);

  await page.reload();
  const person = page.getByRole('table', { name: /People/ }).getByRole('row', { name: email });
  await expect(person).toContainText('Packing');
  await person.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(person).toContainText('signed out');
  // Their open page gives way, and says why.
  await refocus(theirs);
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(theirs.getByText('The shop has signed you out. Please log in again.')).toBeVisible();
  await person.getByRole('button', { name: 'Remove from staff' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from staff' }).click();
  await expect(person).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('a page gives way to Access Denied once its reader has lost the right for it', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/admin/orders');
  // The page must know its reader by now, because it gives way as soon as it hears of another role.
  const search = page.getByLabel('Order, payment, e-mail or discount code');
  await expect(search).toBeVisible();
  await refuseRequests(page, 'listOrders', 'FORBIDDEN');
  await changeResponses(page, 'showProfile', (me: { role: string }) => (me.role = 'user'));
  await search.fill('nobody');
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
});

/** Tells a page that its window is in front again, as a browser does. */
const refocus = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
