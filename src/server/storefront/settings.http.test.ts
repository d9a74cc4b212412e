// Tests the settings that an admin saves, and where they appear.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { saveShopSettings, ShownSettings } from '#contract/storefront-admin.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import type { Sent } from '#contract/endpoint.ts';
import { buildApp, contextOf } from '../app.ts';
import { callApp, useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp({ CONTACT_EMAIL: 'first@shop.test', TWITTER_URL: 'https://x.test/us' });

const shown = async (as: SignedIn) =>
  (await shop.call<ShownSettings>('GET', '/admin/settings', { as })).body.data;

/** Changes some of the current settings as the page does: sends all settings, with the version that the page showed. */
async function save(
  as: SignedIn,
  changes: Partial<Sent<typeof saveShopSettings>>,
  { version, settings }: { version: number; settings: object } = { version: -1, settings: {} },
) {
  const seen = version === -1 ? await shown(as) : { version, settings };
  return shop.call<ShownSettings>('PUT', '/admin/settings', {
    as,
    key: crypto.randomUUID(),
    body: { ...seen.settings, version: seen.version, ...changes },
  });
}

const configOf = async () => (await shop.call<ShopConfig>('GET', '/config')).body.data;

describe('before an admin has saved settings', () => {
  test('the environment’s value applies, or else the product’s', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    expect(await shown(admin)).toMatchObject({
      version: 0,
      madeAt: null,
      settings: {
        name: 'Felt & Foil',
        contactEmail: 'first@shop.test',
        social: { twitter: 'https://x.test/us', facebook: null },
        mailFrom: { name: null, address: null },
      },
    });
    expect(await configOf()).toMatchObject({
      name: 'Felt & Foil',
      contactEmail: 'first@shop.test',
      firstYear: 2025,
      themeStyle: null,
      sharePicture: '/share.jpg',
    });
  });

  test('only an admin sees and saves them', async () => {
    const moderator = await shop.signUp({ role: 'moderator' });
    expect((await shop.call('GET', '/admin/settings', { as: moderator })).status).toBe(403);
    expect((await save(moderator, {}, { version: 0, settings: {} })).status).toBe(403);
  });
});

describe('when an admin saves settings', () => {
  test('everything shows them at once, and the audit log says what changed', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    const { status, body } = await save(admin, { name: ' Harbour Cards ', colour: '#1D4ED8' });
    expect([status, body.data.version]).toEqual([200, 1]);
    expect(await configOf()).toMatchObject({
      name: 'Harbour Cards',
      themeStyle: expect.stringContaining('--brand:light-dark(oklch('),
      sharePicture: '/share-plain.jpg',
    });
    const document = await shop.app.inject('/api/openapi.json');
    expect(document.json()).toMatchObject({
      info: { title: 'Harbour Cards', contact: { name: 'Harbour Cards' } },
    });
    const manifest = await shop.app.inject('/shop.webmanifest');
    expect(manifest.json()).toMatchObject({ name: 'Harbour Cards', theme_color: '#1d4ed8' });
    const { rows } = await shop.owner.query(
      `select before, after from audit_log where action = 'change_settings'`,
    );
    expect(rows).toEqual([
      {
        before: { name: 'Felt & Foil', colour: '#096244' },
        after: { name: 'Harbour Cards', colour: '#1d4ed8' },
      },
    ]);
  });

  test('an admin with an older state is refused, and nothing of theirs is saved', async () => {
    const [one, other] = [
      await shop.signUp({ role: 'admin' }),
      await shop.signUp({ role: 'admin' }),
    ];
    const seen = await shown(one);
    expect((await save(other, { firstYear: 2026 })).status).toBe(200);
    const { status, body } = await save(one, { name: 'Stale' }, seen);
    expect([status, body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await shown(one)).settings).toMatchObject({ firstYear: 2026 });
    expect((await shown(one)).settings.name).not.toBe('Stale');
  });

  test('an unreadable colour is refused with a message that names the pair', async () => {
    const { status, body } = await save(await shop.signUp({ role: 'admin' }), {
      colour: '#ffd400',
    });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toMatch(/In the light theme .* has a contrast of 1\.\d/);
  });

  test.each([
    ['name', { name: 'Two\nlines' }],
    ['name', { name: '<b>Bold</b>' }],
    ['name', { name: 'x'.repeat(41) }],
    ['contactEmail', { contactEmail: 'nobody' }],
    ['social.twitter', { social: { twitter: 'javascript:alert(1)' } }],
    ['firstYear', { firstYear: 1 }],
  ])('a bad %s is refused', async (path, changes) => {
    const { status, body } = await save(await shop.signUp({ role: 'admin' }), changes as never);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const details = body.error.details as { path: string }[];
    expect(details.map((one) => one.path)).toContain(path);
  });

  test('an admin who saved them sees them at once, however long this process takes to follow', async () => {
    const other = contextOf({ ...shop.context, config: shop.context.config });
    const { renew } = other.settings;
    other.settings.renew = async () => {
      await setTimeout(100);
      await renew();
    };
    const app = await buildApp(other, null, { cachedMs: 60_000 });
    try {
      const as = await shop.signUp({ role: 'admin' });
      const call = <Data>(method: string, path: string, body?: object) =>
        callApp<Data>(app, method, path, { as, body, headers: { 'cache-control': 'no-cache' } });
      const { settings, version } = (await call<ShownSettings>('GET', '/admin/settings')).body.data;
      const config = async () => (await call<ShopConfig>('GET', '/config')).body.data.name;
      await config();
      const change = { ...settings, version, name: 'Seen At Once' };
      expect((await call('PUT', '/admin/settings', change)).status).toBe(200);
      expect(await config()).toBe('Seen At Once');
    } finally {
      await app.close();
      await other.queue.close();
    }
  });

  test('another process shows them within a second, without a query in a purchase', async () => {
    const other = contextOf({ ...shop.context, config: shop.context.config });
    const app = await buildApp(other, null, { cachedMs: 200 });
    try {
      await save(await shop.signUp({ role: 'admin' }), { name: 'Seen Elsewhere' });
      await expect.poll(() => other.settings.now().name).toBe('Seen Elsewhere');
      const config = () => callApp<ShopConfig>(app, 'GET', '/config', {});
      await expect.poll(async () => (await config()).body.data.name).toBe('Seen Elsewhere');
    } finally {
      await app.close();
      await other.queue.close();
    }
  });
});

describe('a customer', () => {
  test('reads the shop’s name in mails, in their authenticator and on new receipts; old ones keep theirs', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    await save(admin, { name: 'Old Name', contactEmail: 'old@shop.test' });
    const shopper = await shop.signUp(20);
    const listed = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as: shopper,
    });
    const receiptOf = (id: string, format = 'json') =>
      shop.call<{ seller: object; number: string }>(
        'GET',
        `/transactions/${id}/receipt?format=${format}`,
        { as: shopper },
      );
    const [{ id }] = listed.body.data.transactions as [{ id: string }];
    const before = (await receiptOf(id)).body.data;
    expect(before).toMatchObject({ seller: { name: 'Old Name', contactEmail: 'old@shop.test' } });
    expect(before.number).toMatch(/^ON-/);

    await save(admin, { name: 'New Name' });
    expect((await receiptOf(id)).body.data).toEqual(before);
    const page = JSON.stringify((await receiptOf(id, 'html')).body.data);
    expect(page).toContain('Old Name');
    expect(page).not.toContain('New Name');

    await verifyAddress(shop, shopper);
    const factor = await shop.call<{ otpauthUrl: string }>('POST', '/users/two-factor', {
      as: shopper,
      body: { password: 'correct horse' },
    });
    expect(factor.body.data.otpauthUrl).toContain('issuer=New%20Name');
    await shop.call('POST', '/auth/forgot-password', { body: { email: shopper.email } });
    const { rows } = await shop.owner.query(
      `select subject, text, html from mails where kind = 'reset_password' and user_id = $1`,
      [shopper.userId],
    );
    for (const part of [rows[0].subject, rows[0].text, rows[0].html])
      expect(part).toContain('New Name');
  });

  test('reads amounts in the shop’s format', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    await save(admin, { writesCurrency: false });
    const shopper = await shop.signUp(20);
    const { body } = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as: shopper,
    });
    const [{ id }] = body.data.transactions as [{ id: string }];
    const page = await shop.call('GET', `/transactions/${id}/receipt?format=html`, { as: shopper });
    expect(String(page.body.data)).toContain('$20.00');
    await save(admin, { writesCurrency: true });
    const again = await shop.call('GET', `/transactions/${id}/receipt?format=html`, {
      as: shopper,
    });
    expect(String(again.body.data)).toContain('CAD 20.00');
  });
});

test('no version is ever changed by anybody', async () => {
  await save(await shop.signUp({ role: 'admin' }), { name: 'For good' });
  for (const sql of [
    `update shop_settings set name = 'Another'`,
    'delete from shop_settings',
    'truncate shop_settings',
  ])
    await expect(shop.owner.query(sql)).rejects.toThrow(/never|denied|refuse|changed/i);
});
