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
    });
  });

  test('that are empty count as left out', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    });
  });

  test('that are bad are all named at once', () => {
    const broken = () => readConfig({ PORT: 'x', TAX_RATE: '2', DATABASE_URL: 'mysql://x' });
    expect(broken).toThrow(/PORT/);
    expect(broken).toThrow(/TAX_RATE/);
    expect(broken).toThrow(/DATABASE_URL must start with postgres/);
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
    });
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
