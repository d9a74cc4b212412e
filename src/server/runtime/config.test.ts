import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from './config.ts';

const secret = 'x'.repeat(32);

describe('settings', () => {
  test('may all be left out', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      demo: true,
      taxRate: 0.08,
      cardFee: 50,
      publicUrl: 'http://localhost:3000',
      rateLimits: true,
      requireVerifiedEmail: false,
      stripe: 'sandbox',
      reservationSeconds: 600,
      passwordLengthMin: 6,
    });
  });

  test('that are empty count as left out', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    });
  });

  test('that are bad are all named at once', () => {
    const broken = () =>
      readConfig({ PORT: 'x', TAX_RATE: '2', FX_USD_CAD: '140', DATABASE_URL: 'mysql://x' });
    expect(broken).toThrow(/PORT/);
    expect(broken).toThrow(/TAX_RATE/);
    expect(broken).toThrow(/FX_USD_CAD/);
    expect(broken).toThrow(/DATABASE_URL must start with postgres/);
  });

  test('of mail are an address to send from, and a server that speaks SMTP', () => {
    expect(readConfig({ CONTACT_EMAIL: 'us@shop.test' })).toMatchObject({
      smtpUrl: null,
      mailFrom: 'Felt & Foil <us@shop.test>',
    });
    const url = 'smtps://user:secret@mail.test:465';
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: 'shop@shop.test' })).toMatchObject({
      smtpUrl: url,
      mailFrom: 'shop@shop.test',
    });
    expect(() => readConfig({ SMTP_URL: 'http://mail.test' })).toThrow(/SMTP_URL must start with/);
    for (const from of ['nobody', 'A <a@b.test>, c@d.test', 'A <a@b.test>\nBcc: x@y.test']) {
      expect(() => readConfig({ MAIL_FROM: from })).toThrow(/MAIL_FROM must be/);
    }
  });

  test('of a production shop refuse what is for trying out, and need a secret and an address', () => {
    const DEMO = 'on';
    expect(() =>
      readConfig({ NODE_ENV: 'production', DEMO, CLOCK_OFFSET_MS: '1', RATE_LIMITS: 'off' }),
    ).toThrow(
      /AUTH_SECRET is required.*PUBLIC_URL is required.*DEMO is refused.*CLOCK_OFFSET_MS is refused.*RATE_LIMITS=off is refused/s,
    );
    expect(
      readConfig({ NODE_ENV: 'production', AUTH_SECRET: secret, PUBLIC_URL: 'https://shop.test/' }),
    ).toMatchObject({
      demo: false,
      publicUrl: 'https://shop.test',
      // No sandbox in production: without keys a shop takes credits only.
      stripe: null,
    });
    expect(() =>
      readConfig({
        NODE_ENV: 'production',
        AUTH_SECRET: secret,
        PUBLIC_URL: 'https://shop.test/',
        RESERVATION_SECONDS: '599',
      }),
    ).toThrow(/RESERVATION_SECONDS below 600 is refused/);
  });

  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  };

  test('of Stripe come all three, of one mode, with one or two webhook secrets', () => {
    expect(readConfig({ ...keys, STRIPE_API_BASE: 'http://127.0.0.1:9' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: ['whsec_1', 'whsec_2'],
      apiBase: 'http://127.0.0.1:9',
    });
    for (const name of Object.keys(keys)) {
      expect(() => readConfig({ ...keys, [name]: '' })).toThrow(/all three or none/);
    }
    expect(() => readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:9' })).toThrow(
      /all three or none/,
    );
    expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow(
      /both be test or both be live/,
    );
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow(
      /STRIPE_SECRET_KEY must start with sk_test_ or sk_live_/,
    );
    expect(() => readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2,whsec_3' })).toThrow(
      /STRIPE_WEBHOOK_SECRET must be one or two secrets/,
    );
  });

  test('keep the demo away from a server that is named, unless it is asked for', () => {
    const DATABASE_URL = 'postgres://localhost/x';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
  });

  test('are all in .env.example, and nothing else is', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(SETTING_NAMES));
    expect(named).toHaveLength(SETTING_NAMES.length);
  });
});
