// Tests that a shop's own logo and icon appear wherever its drawn mark was.
import { describe, expect, test } from 'vitest';
import sharp from 'sharp';
import type { ShownSettings } from '#contract/storefront-admin.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { writeMail } from '../mail/write-mail.ts';
import { metadataOf, photograph } from '../../testing/pictures.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.test' });

const put = async (as: SignedIn, logo: string, picture: Buffer) =>
  shop.call<ShownSettings>('PUT', `/admin/settings/logos/${logo}`, {
    as,
    body: { picture: picture.toString('base64') },
  });
const configOf = async () => (await shop.call<ShopConfig>('GET', '/config')).body.data;
const fileAt = async (address: string) => {
  const { statusCode, rawPayload } = await shop.app.inject(address);
  expect([address, statusCode]).toEqual([address, 200]);
  return metadataOf(rawPayload);
};

const logoOf = (tone: number) => photograph({ width: 400, height: 100, tone, format: 'png' });

describe('without an own logo', () => {
  test('the drawn mark is everywhere', async () => {
    expect(await configOf()).toMatchObject({ logo: null, icon: null, touchIcon: '/icon-180.png' });
    expect((await shop.app.inject('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
    const mail = writeMail(letterheadOf(shop.context), { kind: 'x', subject: 'x', parts: ['x'] });
    expect(mail.html).not.toContain('<img');
  });
});

describe('an admin', () => {
  test('uploads a logo for each background: header and mails show it, with the shop’s name for readers without pictures', async () => {
    const as = await shop.signUp({ role: 'admin' });
    const before = (await shop.call<ShownSettings>('GET', '/admin/settings', { as })).body.data;
    expect((await put(as, 'light', await logoOf(10))).status).toBe(200);
    const onLight = (await configOf()).logo!;
    expect(onLight.dark).toBe(onLight.light);
    const { body } = await put(as, 'dark', await logoOf(200));
    expect(body.data.version).toBe(before.version + 2);
    const both = (await configOf()).logo!;
    expect(both.light).toBe(onLight.light);
    expect(both.dark).not.toBe(both.light);
    expect(await fileAt(both.dark)).toMatchObject({ format: 'webp', width: 320 });
    expect((await fileAt(both.light)).exif).toBeUndefined();

    const mail = writeMail(letterheadOf(shop.context), { kind: 'x', subject: 'x', parts: ['x'] });
    const [, src, alt] = /<img src="https:\/\/shop\.test([^"]+)" alt="([^"]+)"/.exec(mail.html)!;
    expect(alt).toBe('Felt &amp; Foil');
    expect((await fileAt(src!)).format).toBe('png');

    // Saving the form of settings afterwards leaves the pictures as they are.
    const { settings, version } = (await shop.call<ShownSettings>('GET', '/admin/settings', { as }))
      .body.data;
    const saved = await shop.call('PUT', '/admin/settings', {
      as,
      key: crypto.randomUUID(),
      body: { ...settings, version, firstYear: 2024 },
    });
    expect(saved.status).toBe(200);
    expect((await configOf()).logo).toEqual(both);
    const { rows } = await shop.owner.query<{ after: { logos?: object } }>(
      `select after from audit_log where action = 'change_settings' and after ? 'logos'`,
    );
    expect(rows).toHaveLength(2);
  });

  test('uploads an icon: tabs, home screens and the manifest show it', async () => {
    const as = await shop.signUp({ role: 'admin' });
    const icon = await sharp(await photograph({ width: 600, height: 600 }))
      .png()
      .toBuffer();
    expect((await put(as, 'icon', icon)).status).toBe(200);
    const config = await configOf();
    expect(await fileAt(config.icon!)).toMatchObject({ format: 'png', width: 192 });
    expect(await fileAt(config.touchIcon!)).toMatchObject({ format: 'png', width: 180 });
    const manifest = (await shop.app.inject('/shop.webmanifest')).json<{
      icons: { src: string; sizes: string; type: string }[];
    }>();
    expect(manifest.icons.map(({ sizes, type }) => `${sizes} ${type}`)).toEqual([
      '192x192 image/png',
      '512x512 image/png',
    ]);
    expect(await fileAt(manifest.icons[1]!.src)).toMatchObject({ width: 512, height: 512 });
    const tab = await shop.app.inject('/favicon.svg');
    expect([tab.statusCode, tab.headers.location]).toEqual([302, config.icon]);
    const gone = await shop.call<ShownSettings>('DELETE', '/admin/settings/logos/icon', { as });
    expect(gone.body.data.settings.logos.icon).toBe(null);
    expect((await configOf()).icon).toBe(null);
  });

  test('gets a message if an upload is no logo, and nobody else may upload one', async () => {
    const as = await shop.signUp({ role: 'admin' });
    const refused = await put(as, 'icon', await logoOf(1));
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/512 to 8000 pixels|square/),
    ]);
    expect((await put(as, 'light', Buffer.from('<svg/>'))).status).toBe(400);
    expect(
      (await put(await shop.signUp({ role: 'moderator' }), 'light', await logoOf(2))).status,
    ).toBe(403);
    expect((await put(as, 'middle', await logoOf(2))).status).toBe(400);
  });
});
