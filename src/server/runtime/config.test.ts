import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listRemovedSettings, readConfig, SECRET_NAMES, SETTING_NAMES } from './config.ts';

const secret = '1c9d3a7e258469c0e7d41b6a2f583d4c';
/** Valid settings of a shop that is open to the public. */
const real = {
  NODE_ENV: 'production',
  AUTH_SECRET: secret,
  PUBLIC_URL: 'https://shop.test/',
  SMTP_URL: 'smtps://mail.test',
};

describe('settings', () => {
  test('may all be left out', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      demo: true,
      taxRate: 0.08,
      cardFee: 50,
      publicUrl: 'http://localhost:3000',
      rateLimits: true,
      jobs: true,
      requireVerifiedEmail: false,
      stripe: 'sandbox',
      reservationSeconds: 600,
      passwordLengthMin: 6,
      host: '127.0.0.1',
    });
  });

  test('of a demo have the specification’s fees; elsewhere there are none, and one at the end is refused with a message', () => {
    const fees = ({ cardFee, topUpFee }: ReturnType<typeof readConfig>) => [
      cardFee,
      topUpFee.rate,
      topUpFee.fixed,
    ];
    expect(fees(readConfig({}))).toEqual([50, 0.035, 50]);
    expect(fees(readConfig({ CARD_FEE: '0.75', TOP_UP_FEE: '0' }))).toEqual([75, 0.035, 0]);
    expect(fees(readConfig({ ...real, REQUIRE_VERIFIED_EMAIL: 'off' }))).toEqual([0, 0, 0]);
    const demo = { DATABASE_URL: 'postgres://x', DEMO: 'on' };
    expect(fees(readConfig(demo))).toEqual([50, 0.035, 50]);
    for (const fee of [{ CARD_FEE: '0.5' }, { TOP_UP_FEE_RATE: '0.01' }, { TOP_UP_FEE: '0.1' }]) {
      const [name] = Object.keys(fee);
      const shop = () => readConfig({ DATABASE_URL: 'postgres://x', ...fee });
      expect(shop).toThrow(`${name} is a fee that is added at the end`);
      expect(shop).toThrow('Competition Act, s. 74.01(1.1)');
    }
    expect(fees(readConfig({ DATABASE_URL: 'postgres://x', CARD_FEE: '0' }))).toEqual([0, 0, 0]);
  });

  test.each(['p#w', '12#w', 'p/w', '12/w'])(
    'with a password of %s in an address get an error that says how it is written',
    (password) => {
      for (const name of ['DATABASE_URL', 'APP_DATABASE_URL', 'DIRECT_DATABASE_URL']) {
        const url = {
          DATABASE_URL: 'postgres://db/shop',
          [name]: `postgres://me:${password}@db/shop`,
        };
        expect(() => readConfig(url)).toThrow(
          `${name} is no address: in a user or a password # is`,
        );
        url[name] = `postgres://me:${encodeURIComponent(password)}@db/shop`;
        expect(readConfig(url)).toBeDefined();
      }
    },
  );

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'must be an http or https address'],
    [{ TWITTER_URL: 'javascript:alert(1)' }, 'must be an http or https address'],
    [{ FACEBOOK_URL: 'javascript:alert(1)' }, 'must be an http or https address'],
    [{ SMTP_URL: 'smtp://' }, 'must start with smtp:// or smtps://, and name a host'],
    [{ METRICS_PORT: '3000' }, 'must be another port than PORT'],
    [{ PORT: '70000' }, 'must be a port number, at most 65535'],
    [{ PASSWORD_MIN: '100' }, 'must be at most 64'],
    [{ PASSWORD_MIN: '7.5' }, 'must be a whole number'],
    [{ TRUST_PROXY: '17' }, 'must be at most 16'],
    [{ RESERVATION_SECONDS: '100000' }, 'must be at most 86400'],
  ])('that would fail later are refused with the reason: %j', (settings, problem) => {
    expect(() => readConfig(settings)).toThrow(`  ${Object.keys(settings)[0]} ${problem}`);
  });

  test('list the hosts of pictures, with commas between them, and nothing looser', () => {
    const hostsOf = (CARD_IMAGE_HOSTS: string) => readConfig({ CARD_IMAGE_HOSTS }).cardImageHosts;
    expect(hostsOf('')).toEqual([]);
    expect(hostsOf('Cards.example.com, pictures.example.org:8443,localhost:7171')).toEqual([
      'https://cards.example.com',
      'https://pictures.example.org:8443',
      'http://localhost:7171',
    ]);
    for (const loose of [
      '*',
      '*.example.com',
      'https://example.com',
      'a.com/b',
      "'self'",
      'a b',
      'a;b',
    ]) {
      expect(() => hostsOf(loose)).toThrow('CARD_IMAGE_HOSTS must be host names');
    }
  });

  test('that are empty count as omitted', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    });
  });

  test('that are invalid are all named at once', () => {
    const broken = () =>
      readConfig({ PORT: 'x', TAX_RATE: '2', FX_USD_CAD: '140', DATABASE_URL: 'mysql://x' });
    expect(broken).toThrow(/PORT/);
    expect(broken).toThrow(/TAX_RATE/);
    expect(broken).toThrow(/FX_USD_CAD/);
    expect(broken).toThrow(/DATABASE_URL must start with postgres/);
  });

  test('of mail are a sender’s address, and a server that speaks SMTP', () => {
    expect(readConfig({ CONTACT_EMAIL: 'us@shop.test' })).toMatchObject({
      smtpUrl: null,
      contactEmail: 'us@shop.test',
      mailFrom: null,
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

  test('of a production shop refuse everything for trials, and require a secret and an address', () => {
    const DEMO = 'on';
    expect(() =>
      readConfig({ NODE_ENV: 'production', DEMO, CLOCK_OFFSET_MS: '1', RATE_LIMITS: 'off' }),
    ).toThrow(
      /AUTH_SECRET is required.*PUBLIC_URL is required.*DEMO is refused.*CLOCK_OFFSET_MS is refused.*RATE_LIMITS=off is refused/s,
    );
    expect(readConfig(real)).toMatchObject({
      demo: false,
      publicUrl: 'https://shop.test',
      host: '0.0.0.0',
      // In production there is no sandbox, so a shop without keys accepts only credits.
      stripe: null,
    });
    expect(() => readConfig({ ...real, RESERVATION_SECONDS: '599' })).toThrow(
      /RESERVATION_SECONDS below 600 is refused/,
    );
  });

  test.each(['prod', 'Production', 'production ', 'staging', 'DEVELOPMENT'])(
    'refuse the environment name %j, so that a typing error opens no other kind of shop',
    (NODE_ENV) => {
      expect(() => readConfig({ ...real, NODE_ENV })).toThrow(
        'NODE_ENV must be exactly development, test or production',
      );
    },
  );

  test.each([
    ['of one sign', 'x'.repeat(32)],
    ['of few signs', '0101101001011010010110100101101001011010'],
    ['that repeats itself', '0123456789abcdef0123456789abcdef'],
  ])('of a production shop have no secret %s', (_what, AUTH_SECRET) => {
    expect(() => readConfig({ ...real, AUTH_SECRET })).toThrow(
      /AUTH_SECRET is easy to guess.*openssl rand -hex 32/,
    );
    expect(readConfig({ AUTH_SECRET }).authSecret).toBe(AUTH_SECRET);
  });

  test('of a production shop require an https address, unless it is this machine', () => {
    expect(() => readConfig({ ...real, PUBLIC_URL: 'http://shop.test' })).toThrow(
      'PUBLIC_URL must be an https address in production',
    );
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]) {
      expect(readConfig({ ...real, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
    }
    expect(readConfig({ PUBLIC_URL: 'http://192.168.1.7:3000' }).publicUrl).toContain('192.168');
  });

  test('of a production shop require verified addresses, and a mail server for them', () => {
    expect(readConfig(real).requireVerifiedEmail).toBe(true);
    const { SMTP_URL: _none, ...mailless } = real;
    for (const more of [{}, { REQUIRE_VERIFIED_EMAIL: 'on' }]) {
      expect(() => readConfig({ ...mailless, ...more })).toThrow(
        'REQUIRE_VERIFIED_EMAIL is on in production and needs SMTP_URL; or set it to off',
      );
    }
    const off = { REQUIRE_VERIFIED_EMAIL: 'off' };
    expect(readConfig({ ...mailless, ...off }).requireVerifiedEmail).toBe(false);
    expect(readConfig({ ...real, ...off }).requireVerifiedEmail).toBe(false);
    expect(readConfig({ REQUIRE_VERIFIED_EMAIL: 'on' }).requireVerifiedEmail).toBe(true);
  });

  test('of a production shop on an external server name a login for the shop, or get an error that says how to create one', () => {
    const settings = { ...real, DATABASE_URL: 'postgres://me:mine@db.test/felt%20shop' };
    expect(() => readConfig(settings)).toThrow(
      `  create role felt_and_foil_app login password '...';   -- if it is there: alter role
    grant felt_and_foil_app to me;`,
    );
    expect(() => readConfig(settings)).toThrow(/APP_DATABASE_URL is required in production/);
    const APP_DATABASE_URL = 'postgres://felt_and_foil_app:other@db.test/felt%20shop';
    expect(readConfig({ ...settings, APP_DATABASE_URL })).toMatchObject({
      databaseUrl: settings.DATABASE_URL,
      appDatabaseUrl: APP_DATABASE_URL,
      directDatabaseUrl: null,
    });
    // If the server is embedded, or the shop is a trial, the shop itself creates its login.
    expect(readConfig({ ...settings, DATABASE_URL: '' }).appDatabaseUrl).toBeNull();
    expect(readConfig({ ...settings, NODE_ENV: '' }).appDatabaseUrl).toBeNull();
    expect(() => readConfig({ DIRECT_DATABASE_URL: APP_DATABASE_URL })).toThrow(
      'DIRECT_DATABASE_URL needs DATABASE_URL beside it',
    );
  });

  test('without the owner’s address sell on a migrated database, and never as a demo', () => {
    const APP_DATABASE_URL = 'postgres://felt_and_foil_app:other@db.test/shop';
    const alone = { databaseUrl: null, appDatabaseUrl: APP_DATABASE_URL, directDatabaseUrl: null };
    expect(readConfig({ ...real, APP_DATABASE_URL })).toMatchObject(alone);
    expect(readConfig({ APP_DATABASE_URL })).toMatchObject({ ...alone, demo: false, stripe: null });
    expect(() => readConfig({ APP_DATABASE_URL, DEMO: 'on' })).toThrow(
      'DEMO=on needs DATABASE_URL',
    );
  });

  test('of an earlier version stop no shop at an upgrade, and its operator reads what to do', () => {
    const url = 'postgres://felt_and_foil_app:...@replica.test/shop';
    expect(readConfig({ ...real, READ_DATABASE_URL: url })).toEqual(readConfig(real));
    const told = (environment: Record<string, string>) =>
      listRemovedSettings({ ...real, ...environment });
    expect(told({ READ_DATABASE_URL: url })).toEqual([
      {
        setting: 'READ_DATABASE_URL',
        advice: expect.stringContaining('Remove the setting') as string,
      },
    ]);
    expect(told({ READ_DATABASE_URL_FILE: '/run/secrets/read' })).toMatchObject([
      { setting: 'READ_DATABASE_URL_FILE' },
    ]);
    expect(told({ READ_DATABASE_URL: '' })).toEqual([]);
  });

  test('refuse example passwords in production, and accept them in trials', () => {
    const at = (password: string) => `postgres://me:${encodeURIComponent(password)}@db.test/shop`;
    for (const password of ['...', 'secret', 'PASSWORD', 'CHANGE-ME', 'changeme']) {
      const addresses = { DATABASE_URL: at(password), APP_DATABASE_URL: at(password) };
      for (const name of Object.keys(addresses)) {
        expect(() => readConfig({ ...real, ...addresses })).toThrow(
          `  ${name} has the password of an example; make one of your own: openssl rand -hex 24`,
        );
      }
      expect(readConfig(addresses).databaseUrl).toBe(at(password));
      expect(() =>
        readConfig({ ...real, SMTP_URL: `smtps://me:${password}@mail.test:465` }),
      ).toThrow('SMTP_URL has the password of an example');
    }
    const url = at('correct horse');
    expect(readConfig({ ...real, DATABASE_URL: url, APP_DATABASE_URL: url })).toBeDefined();
  });

  test('refuse every password in an address of the docs or of a deploy file', () => {
    const root = new URL('../../../', import.meta.url).pathname;
    const files = ['.env.example', 'README.md', 'compose.yaml'].concat(
      globSync(['docs/*.md', 'deploy/**/*'], { cwd: root, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name).replace(root, '')),
    );
    const passwords = files.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /(?:postgres|smtps?):\/\/[^\s:/@`]+:([^\s@]+)@/g,
        ),
      ].map(([, password]) => ({ file, password: password! })),
    );
    expect(passwords.length).toBeGreaterThan(5);
    // In a compose file, `${...:?}` demands a value from the operator, so it is no password.
    const own = passwords.filter(({ password }) => !password.startsWith('${'));
    const taken = own.filter(({ password }) => {
      const url = `postgres://me:${password}@db.test/shop`;
      try {
        return readConfig({ ...real, DATABASE_URL: url, APP_DATABASE_URL: url }) !== null;
      } catch {
        return false;
      }
    });
    expect(taken).toEqual([]);
  });

  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  };

  test('of Stripe are all three, of one mode, with one or two webhook secrets', () => {
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
      /STRIPE_WEBHOOK_SECRET must be one secret/,
    );
  });

  const liveKeys = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  test('of Stripe are live in production, and nowhere else', () => {
    for (const NODE_ENV of ['', 'development', 'test']) {
      expect(() => readConfig({ ...liveKeys, NODE_ENV })).toThrow(
        /STRIPE_SECRET_KEY is a live key.*NODE_ENV=production/,
      );
    }
    expect(() => readConfig({ ...real, ...keys })).toThrow(
      'STRIPE_SECRET_KEY is a test key, which production refuses',
    );
    expect(readConfig({ ...real, ...liveKeys }).stripe).toMatchObject({ secretKey: 'sk_live_1' });
    expect(() => readConfig({ ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1' })).toThrow(
      /STRIPE_SECRET_KEY is a live key/,
    );
  });

  test('send live keys to nobody by plain http', () => {
    expect(() =>
      readConfig({ ...real, ...liveKeys, STRIPE_API_BASE: 'http://127.0.0.1:9' }),
    ).toThrow('STRIPE_API_BASE must be an https address in production');
    const STRIPE_API_BASE = 'https://stripe.shop.test';
    expect(readConfig({ ...real, ...liveKeys, STRIPE_API_BASE }).stripe).toMatchObject({
      apiBase: STRIPE_API_BASE,
    });
  });

  test('open the sandbox on an external server only if they say so', () => {
    const DATABASE_URL = 'postgres://localhost/x';
    expect(readConfig({ DATABASE_URL }).stripe).toBeNull();
    expect(readConfig({ DATABASE_URL, SANDBOX: 'on' }).stripe).toBe('sandbox');
    expect(readConfig({ SANDBOX: 'off' }).stripe).toBeNull();
    expect(() => readConfig({ ...real, SANDBOX: 'on' })).toThrow(
      'SANDBOX is refused in production',
    );
    expect(() => readConfig({ ...keys, SANDBOX: 'on' })).toThrow(
      'SANDBOX=on and STRIPE_SECRET_KEY contradict each other',
    );
  });

  test('do not open the demo on an external server, unless they say so', () => {
    const DATABASE_URL = 'postgres://localhost/x';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
  });

  describe('that are secrets', () => {
    let folder: string;
    const write = (text: string) => {
      const file = join(folder, 'secret');
      writeFileSync(file, text);
      return file;
    };
    beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'secrets-'))));
    afterEach(() => rmSync(folder, { recursive: true }));

    test.each(SECRET_NAMES)('%s may be in a file', (name) => {
      const values: Record<string, string> = {
        AUTH_SECRET: secret,
        LOG_KEYS: 'a1'.repeat(32),
        SMTP_URL: 'smtps://mail.test',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        EASYPOST_API_KEY: 'EZ1',
      };
      const value = values[name] ?? 'postgres://one@db.test/shop';
      const beside: Record<string, string> = {
        ...(name.startsWith('STRIPE') && values),
        ...(name.endsWith('DATABASE_URL') && { DATABASE_URL: value }),
        [name]: '',
      };
      const expected = readConfig({ ...beside, [name]: value });
      for (const text of [value, `${value}\n`, `${value}\r\n`]) {
        expect(readConfig({ ...beside, [`${name}_FILE`]: write(text) })).toEqual(expected);
      }
    });

    test('lose one line end in a file, and nothing else', () => {
      const spaced = ` ${secret} `;
      expect(readConfig({ AUTH_SECRET_FILE: write(`${spaced}\n`) }).authSecret).toBe(spaced);
    });

    test('in a missing or empty file, or in a folder, are refused in one line that names the setting', () => {
      const line = (setting: string) => new RegExp(`:\n {2}${setting}$`);
      expect(() => readConfig({ AUTH_SECRET_FILE: join(folder, 'nowhere') })).toThrow(
        line('AUTH_SECRET_FILE=\\S+/nowhere is not there'),
      );
      expect(() => readConfig({ SMTP_URL_FILE: folder })).toThrow(
        line('SMTP_URL_FILE=\\S+ is a folder'),
      );
      expect(() => readConfig({ LOG_KEYS_FILE: write('\n') })).toThrow(
        line('LOG_KEYS_FILE=\\S+ is an empty file'),
      );
    });

    test('are refused if they are given twice, unless one is empty', () => {
      const AUTH_SECRET_FILE = write(secret);
      expect(() => readConfig({ AUTH_SECRET: secret, AUTH_SECRET_FILE })).toThrow(
        'AUTH_SECRET and AUTH_SECRET_FILE are both set: leave one of them out',
      );
      expect(readConfig({ AUTH_SECRET: '', AUTH_SECRET_FILE }).authSecret).toBe(secret);
      expect(readConfig({ AUTH_SECRET: secret, AUTH_SECRET_FILE: '' }).authSecret).toBe(secret);
    });
  });

  test('are all in .env.example, and nothing else is', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(SETTING_NAMES));
    expect(named).toHaveLength(SETTING_NAMES.length);
  });
});
