// Reads the shop's settings, which are environment variables. They are parsed and validated once at the start
// (docs/product.md §12). No other code reads the environment.
import { isIP } from 'node:net';
import * as z from 'zod';
import { DEFAULT_CONTACT } from '#domain/default-shop.ts';
import { toCents, ZERO, type Cents } from '#domain/money.ts';
import { SPECIFIED_CARD_FEE } from '#domain/pricing.ts';
import { SPECIFIED_TOP_UP_FEE, type TopUpFee } from '#domain/top-up.ts';
import { centsOf } from '#domain/decimals.ts';
import { APP_ROLE, loginStatementsFor, signInOf } from '../database/app-role.ts';
import { readSecretFiles } from './secret-files.ts';

const LOOPBACK = '127.0.0.1';

const onOff = z.enum(['on', 'off'], 'must be on or off');
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const whole = 'must be a whole number';
const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number, at most 65535');
const rate = z.coerce
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(1, 'is a fraction: at most 1');
// If a rate is outside of these limits, the database rejects the resulting values of cards (check_market_value).
const toCad = z.coerce
  .number('must be a number')
  .min(0.5, 'must be at least 0.5')
  .max(3, 'must be at most 3');
const cad = z.coerce
  .number('must be an amount in CAD')
  .min(0, 'must not be negative')
  .transform(centsOf);

/**
 * The address of a database. Special characters in the password must be percent-encoded, because they would otherwise
 * end the password.
 */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
  .refine(
    isPostgresAddress,
    'is no address: in a user or a password # is written as %23, / as %2F, ? as %3F, @ as %40 and % as %25',
  );

function isPostgresAddress(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { hash, pathname } = new URL(written);
  return hash === '' && !pathname.includes('@');
}

const HOST_FORM = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?$/;
/** These hosts are allowed so that a trial shop can serve pictures from the same machine. */
const LOCAL_HOST_FORM = /^localhost:\d{1,5}$/;

/** Parses a list of host names that are separated by commas. The result is their origins, for a page's policy. */
const imageHosts = z.string().transform((written, context) =>
  written.split(',').map((part) => {
    const host = part.trim().toLowerCase();
    if (LOCAL_HOST_FORM.test(host)) return `http://${host}`;
    if (!HOST_FORM.test(host)) {
      context.addIssue('must be host names separated by commas, such as cards.example.com');
    }
    return `https://${host}`;
  }),
);

/** Parses a list of networks that are separated by commas. */
const networks = z.string().transform((written, context) =>
  written.split(',').map((part) => {
    const network = part.trim();
    const [address = '', prefix = ''] = network.split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) {
      context.addIssue('must be networks separated by commas, such as 10.1.0.0/16');
    }
    return network;
  }),
);

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be exactly development, test or production')
    .default('development'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  APP_DATABASE_URL: postgresUrl.optional(),
  DIRECT_DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO: onOff.optional(),
  PUBLIC_URL: webAddress.optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_KEYS: z
    .string()
    .regex(
      /^[0-9a-f]{64}(,[0-9a-f]{64})*$/,
      'must be a key of 64 hex digits (openssl rand -hex 32), which earlier keys may follow, separated by commas',
    )
    .optional(),
  WITNESSES: z.string().optional(),
  BEACON: z.enum(['drand', 'practice', 'off'], 'must be drand, practice or off').optional(),
  SANDBOX: onOff.optional(),
  CLOCK_OFFSET_MS: z.coerce.number('must be a number of milliseconds').int(whole).default(0),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_ or sk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[^,]+(,whsec_[^,]+)?$/,
      'must be one secret, whsec_..., or two separated by a comma',
    )
    .optional(),
  STRIPE_API_BASE: webAddress.optional(),
  EASYPOST_API_KEY: z.string().min(1).optional(),
  EASYPOST_API_BASE: webAddress.optional(),
  RESERVATION_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int(whole)
    .min(1, 'must be at least 1')
    .max(86_400, 'must be at most 86400')
    .default(600),
  TAX_RATE: rate.default(0.08),
  CARD_FEE: cad.optional(),
  TOP_UP_FEE_RATE: rate.optional(),
  TOP_UP_FEE: cad.optional(),
  FX_USD_CAD: toCad.default(1.4),
  FX_EUR_CAD: toCad.default(1.5),
  HIGH_VALUE_CAD: cad.default(toCents(2000)),
  PASSWORD_MIN: z.coerce
    .number('must be a number')
    .int(whole)
    .min(6, 'must be at least 6')
    .max(64, 'must be at most 64')
    .optional(),
  REQUIRE_VERIFIED_EMAIL: onOff.optional(),
  RATE_LIMITS: onOff.default('on'),
  JOBS: onOff.default('on'),
  PRICE_SOURCES: z.string().optional(),
  CARD_IMAGE_HOSTS: imageHosts.default([]),
  WEBHOOK_NETWORKS: networks.default([]),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must start with smtp:// or smtps://, and name a host',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]* )?<?[^\s@<>]+@[^\s@<>]+>?$/,
      'must be an e-mail address, or a name and an address in <>',
    )
    .optional(),
  CONTACT_EMAIL: z.email('must be an e-mail address').default(DEFAULT_CONTACT),
  TWITTER_URL: webAddress.optional(),
  FACEBOOK_URL: webAddress.optional(),
  TRUST_PROXY: z.coerce
    .number('must be a number of proxies')
    .int(whole)
    .min(0, 'must not be negative')
    .max(16, 'must be at most 16')
    .default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: z.string().default('felt-and-foil'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default(LOOPBACK),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must not be negative')
    .max(300, 'must be at most 300')
    .default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of all settings, for `.env.example` and its test. */
export const SETTING_NAMES = Object.keys(schema.shape);

/** Settings whose value may be in a file. If it is, the variable NAME_FILE has the path of that file. */
export const SECRET_NAMES = [
  'DATABASE_URL',
  'APP_DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'AUTH_SECRET',
  'LOG_KEYS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'EASYPOST_API_KEY',
] as const satisfies (keyof Settings)[];

type Settings = z.output<typeof schema>;

/** Settings of earlier versions, each with advice for the operator. */
const REMOVED_SETTINGS = {
  READ_DATABASE_URL:
    'The shop reads everything from the primary. Remove the setting; your own reports can query a standby (docs/deploying.md, section 5)',
};

export type StripeKeys = {
  secretKey: string;
  publishableKey: string;
  /** The secrets of the webhook. There is usually one, and there are two while the secret is being rotated. */
  webhookSecrets: string[];
  /** The address of another Stripe-compatible server, or null for Stripe's own. */
  apiBase: string | null;
};

export type Config = {
  production: boolean;
  port: number;
  host: string;
  /**
   * The address of a Postgres server, with the login that owns the database. If both this address and `appDatabaseUrl`
   * are null, the shop uses the embedded server in `dataDir`.
   */
  databaseUrl: string | null;
  /**
   * The address with the login of the shop's own role. If null, the shop creates this login at `databaseUrl`. If only
   * this address is set, another process must migrate the database.
   */
  appDatabaseUrl: string | null;
  /** The owner's address without a pooler, for work that needs a session. If null, `databaseUrl` is used. */
  directDatabaseUrl: string | null;
  dataDir: string;
  demo: boolean;
  publicUrl: string;
  /**
   * The secret that signs tokens. If null, it is created at the first start and stored in `dataDir`. In production it
   * is never null.
   */
  authSecret: string | null;
  /**
   * Seeds of the keys that sign the public log, the current seed first. If null, the seeds are in `dataDir`, or in
   * production there are none.
   */
  logKeys: string[] | null;
  /** The file that lists the witnesses of the log, or null if there are none. */
  witnesses: string | null;
  /** The network whose numbers determine the order of a drop. */
  beacon: 'drand' | 'practice' | 'off';
  clockOffsetMs: number;
  /**
   * Stripe's keys. `sandbox` means the card provider inside the shop. If null, the shop takes no card payments, only
   * credits.
   */
  stripe: StripeKeys | 'sandbox' | null;
  /** The seller of labels, or null if labels are bought elsewhere. */
  easyPost: { apiKey: string; apiBase: string } | null;
  /** How long packs are reserved for a card payment. */
  reservationSeconds: number;
  taxRate: number;
  /** The fee that is added to card payments. Only a demo has this fee and `topUpFee`. */
  cardFee: Cents;
  topUpFee: TopUpFee;
  usdToCad: number;
  eurToCad: number;
  highValue: Cents;
  passwordLengthMin: number;
  requireVerifiedEmail: boolean;
  /** Whether rate limits apply. */
  rateLimits: boolean;
  /** Whether this process runs background jobs and sends mail. If it doesn't, another process on the database must. */
  jobs: boolean;
  /** The JSON file that lists the price sources, or null if there is none. */
  priceSources: string | null;
  /**
   * The origins of pictures that importers found for cards, such as `https://cards.example.com`. The list may be empty.
   */
  cardImageHosts: string[];
  /** Private networks that webhooks may call, such as `10.1.0.0/16`. The list may be empty. */
  webhookNetworks: string[];
  /** The mail server. If null, mail is only stored in the database and never sent. */
  smtpUrl: string | null;
  /**
   * The sender of mail, which is an address with or without a name. If null, the sender is the shop. This setting and
   * the next three apply only until an operator saves the shop's settings (choice 301).
   */
  mailFrom: string | null;
  contactEmail: string;
  twitterUrl: string | null;
  facebookUrl: string | null;
  trustedProxies: number;
  /** The port that serves the metrics, without authentication. If null, no metrics are served. */
  metricsPort: number | null;
  /** The address on which the metrics are served. */
  metricsHost: string;
  /** The collector of traces, or null if there is none. */
  tracing: { endpoint: string; serviceName: string } | null;
  /** How long a stopping shop still accepts requests, so that load balancers have time to move their traffic. */
  drainSeconds: number;
  logLevel: string;
};

/** Thrown if settings are not valid. The message has one problem per line, and the shop does not start. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  constructor(problems: string[]) {
    super(`These settings can't be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}

/** Parses the settings in an environment. If any are not valid, throws ConfigProblem, which names all of them. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { environment: given, problems: unread } = readSecretFiles(environment, SECRET_NAMES);
  if (unread.length > 0) throw new ConfigProblem(unread);
  // An empty variable counts as unset, because compose files and shells clear variables in this way.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) throw new ConfigProblem(parsed.error.issues.map(issueText));
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  const problems: string[] = [];
  if (production) problems.push(...productionProblems(settings));
  problems.push(...portProblems(settings), ...addressProblems(settings, production));
  // Trial features are on by default only with the embedded database, because that holds no real shop.
  const isTrial =
    settings.DATABASE_URL === undefined && settings.APP_DATABASE_URL === undefined && !production;
  const sandbox = settings.SANDBOX === undefined ? isTrial : settings.SANDBOX === 'on';
  const demo = settings.DEMO === undefined ? isTrial : settings.DEMO === 'on';
  if (!demo) problems.push(...dripProblems(settings));
  const keys = stripeKeys(settings, problems);
  if (keys !== null && settings.SANDBOX === 'on')
    problems.push('SANDBOX=on and STRIPE_SECRET_KEY contradict each other: leave one of them out');
  if (problems.length > 0) throw new ConfigProblem(problems);

  return {
    production,
    port: settings.PORT,
    // If HOST is not set, only this machine can reach the shop outside of production, because the demo's passwords are
    // public.
    host: settings.HOST ?? (production ? '0.0.0.0' : LOOPBACK),
    databaseUrl: settings.DATABASE_URL ?? null,
    appDatabaseUrl: settings.APP_DATABASE_URL ?? null,
    directDatabaseUrl: settings.DIRECT_DATABASE_URL ?? null,
    dataDir: settings.DATA_DIR,
    demo,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    authSecret: settings.AUTH_SECRET ?? null,
    logKeys: settings.LOG_KEYS?.split(',') ?? null,
    witnesses: settings.WITNESSES ?? null,
    beacon: settings.BEACON ?? (production ? 'drand' : 'practice'),
    clockOffsetMs: settings.CLOCK_OFFSET_MS,
    stripe: keys ?? (sandbox ? 'sandbox' : null),
    easyPost: easyPostOf(settings),
    reservationSeconds: settings.RESERVATION_SECONDS,
    taxRate: settings.TAX_RATE,
    ...feesOf(settings, demo),
    usdToCad: settings.FX_USD_CAD,
    eurToCad: settings.FX_EUR_CAD,
    highValue: settings.HIGH_VALUE_CAD,
    passwordLengthMin: settings.PASSWORD_MIN ?? (production ? 8 : 6),
    requireVerifiedEmail: (settings.REQUIRE_VERIFIED_EMAIL ?? (production ? 'on' : 'off')) === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    jobs: settings.JOBS === 'on',
    priceSources: settings.PRICE_SOURCES ?? null,
    cardImageHosts: settings.CARD_IMAGE_HOSTS,
    webhookNetworks: settings.WEBHOOK_NETWORKS,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? null,
    contactEmail: settings.CONTACT_EMAIL,
    twitterUrl: settings.TWITTER_URL ?? null,
    facebookUrl: settings.FACEBOOK_URL ?? null,
    trustedProxies: settings.TRUST_PROXY,
    tracing: tracingOf(settings),
    metricsPort: settings.METRICS_PORT ?? null,
    metricsHost: settings.METRICS_HOST,
    drainSeconds: settings.DRAIN_SECONDS,
    logLevel: settings.LOG_LEVEL,
  };
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')} ${message}`;
}

function productionProblems(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.AUTH_SECRET === undefined) problems.push('AUTH_SECRET is required in production');
  if (settings.PUBLIC_URL === undefined) problems.push('PUBLIC_URL is required in production');
  if (settings.AUTH_SECRET !== undefined && isEasySecret(settings.AUTH_SECRET))
    problems.push('AUTH_SECRET is easy to guess; make one with: openssl rand -hex 32');
  if (settings.PUBLIC_URL !== undefined && !isSafeAddress(settings.PUBLIC_URL))
    problems.push('PUBLIC_URL must be an https address in production, unless it is localhost');
  problems.push(...placeholderProblems(settings));
  if (settings.DEMO === 'on') problems.push('DEMO is refused in production');
  if (settings.SANDBOX === 'on') problems.push('SANDBOX is refused in production');
  if (settings.BEACON === 'practice') problems.push('BEACON=practice is refused in production');
  if (settings.CLOCK_OFFSET_MS !== 0) problems.push('CLOCK_OFFSET_MS is refused in production');
  if (settings.RESERVATION_SECONDS < RESERVATION_SECONDS_LEAST)
    problems.push(
      `RESERVATION_SECONDS below ${RESERVATION_SECONDS_LEAST} is refused in production`,
    );
  if (settings.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is refused in production');
  // If there is no mail server, no user gets the code that verifies an address.
  if (settings.REQUIRE_VERIFIED_EMAIL !== 'off' && settings.SMTP_URL === undefined)
    problems.push(
      'REQUIRE_VERIFIED_EMAIL is on in production and needs SMTP_URL; or set it to off',
    );
  if (settings.EASYPOST_API_BASE?.startsWith('http:'))
    problems.push('EASYPOST_API_BASE must be an https address in production');
  return problems;
}

function easyPostOf(settings: Settings): Config['easyPost'] {
  if (settings.EASYPOST_API_KEY === undefined) return null;
  const apiBase = settings.EASYPOST_API_BASE ?? 'https://api.easypost.com';
  return { apiKey: settings.EASYPOST_API_KEY, apiBase: apiBase.replace(/\/$/, '') };
}

function tracingOf(settings: Settings): Config['tracing'] {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: settings.OTEL_SERVICE_NAME,
  };
}

/**
 * Lists the settings in an environment that this version no longer reads, each with advice. They don't prevent the
 * start, because otherwise the shop would be closed during an upgrade (choice 801).
 */
export function listRemovedSettings(
  environment: Record<string, string | undefined>,
): { setting: string; advice: string }[] {
  return Object.entries(REMOVED_SETTINGS).flatMap(([name, advice]) =>
    [name, `${name}_FILE`]
      .filter((setting) => (environment[setting] ?? '') !== '')
      .map((setting) => ({ setting, advice })),
  );
}

/** A demo charges the fees of the specification. Other shops charge none. */
function feesOf(settings: Settings, demo: boolean): Pick<Config, 'cardFee' | 'topUpFee'> {
  if (!demo) return { cardFee: ZERO, topUpFee: { rate: 0, fixed: ZERO } };
  return {
    cardFee: settings.CARD_FEE ?? SPECIFIED_CARD_FEE,
    topUpFee: {
      rate: settings.TOP_UP_FEE_RATE ?? SPECIFIED_TOP_UP_FEE.rate,
      fixed: settings.TOP_UP_FEE ?? SPECIFIED_TOP_UP_FEE.fixed,
    },
  };
}

/** Rejects fees that buyers can't avoid and that appear only at the end of a purchase. */
function dripProblems(settings: Settings): string[] {
  return (['CARD_FEE', 'TOP_UP_FEE_RATE', 'TOP_UP_FEE'] as const)
    .filter((name) => (settings[name] ?? 0) > 0)
    .map(
      (name) =>
        `${name} is a fee that is added at the end, which only a demo may show: a price that can't be had without it is drip pricing (Competition Act, s. 74.01(1.1)). Make it a part of the prices of your packs and leave it out`,
    );
}

function portProblems({ PORT, METRICS_PORT }: Settings): string[] {
  return METRICS_PORT === PORT && PORT !== 0 ? ['METRICS_PORT must be another port than PORT'] : [];
}

function addressProblems(settings: Settings, production: boolean): string[] {
  const { DATABASE_URL: url, APP_DATABASE_URL: appUrl } = settings;
  if (url === undefined) {
    const { DIRECT_DATABASE_URL: direct } = settings;
    const problems =
      direct === undefined ? [] : ['DIRECT_DATABASE_URL needs DATABASE_URL beside it'];
    if (appUrl !== undefined && settings.DEMO === 'on')
      problems.push('DEMO=on needs DATABASE_URL: only the owner of the database may fill it');
    return problems;
  }
  if (!production || appUrl !== undefined) return [];
  return [
    'APP_DATABASE_URL is required in production: DATABASE_URL is the owner’s, who may do anything. It is the same address',
    `with another user, ${APP_ROLE}, and a password of its own. The shop creates that user if the owner may. Otherwise`,
    'an administrator runs:',
    ...loginStatementsFor(url).map((line) => `  ${line}`),
  ];
}

/** Example passwords in the docs and in deploy files (choice 740). */
const PLACEHOLDER = /^(?:\.{3}|…|secret|password|change-?me|that-password)$/i;

/**
 * Rejects passwords that were copied from an example. Otherwise the shop would give its own login a password that
 * everybody can read.
 */
function placeholderProblems(settings: Settings): string[] {
  const { DATABASE_URL, APP_DATABASE_URL, DIRECT_DATABASE_URL, SMTP_URL } = settings;
  const addresses = { DATABASE_URL, APP_DATABASE_URL, DIRECT_DATABASE_URL, SMTP_URL };
  return Object.entries(addresses).flatMap(([name, address]) =>
    address !== undefined && PLACEHOLDER.test(signInOf(address).password)
      ? [`${name} has the password of an example; make one of your own: openssl rand -hex 24`]
      : [],
  );
}

/** The shortest reservation that the shop promises to shoppers. A demo may have a shorter one. */
const RESERVATION_SECONDS_LEAST = 600;

const LOCAL_NAMES = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether data sent to this address stays secret, because it goes over https or stays on this
 * machine.
 */
function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || LOCAL_NAMES.test(hostname);
}

/**
 * The least number of different characters in a secret. A random text of 32 digits has fewer about once in a thousand
 * times, but a random text of letters never does.
 */
const SECRET_SIGNS_LEAST = 8;

function isEasySecret(secret: string): boolean {
  return new Set(secret).size < SECRET_SIGNS_LEAST || /^(.+)\1+$/.test(secret);
}

/** Returns Stripe's keys, or null if there are none. If there are problems with the keys, adds them to `problems`. */
function stripeKeys(settings: Settings, problems: string[]): StripeKeys | null {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  } = settings;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    const given = [secretKey, publishableKey, webhookSecret, apiBase];
    if (given.some((one) => one !== undefined)) {
      problems.push(
        'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: all three or none',
      );
    }
    return null;
  }
  const isLive = (key: string) => key.split('_')[1] === 'live';
  const production = settings.NODE_ENV === 'production';
  if (isLive(secretKey) !== isLive(publishableKey)) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test or both be live');
  } else if (production && !isLive(secretKey)) {
    problems.push('STRIPE_SECRET_KEY is a test key, which production refuses');
  } else if (!production && isLive(secretKey)) {
    problems.push(
      'STRIPE_SECRET_KEY is a live key: it charges real money, and needs NODE_ENV=production',
    );
  }
  if (production && apiBase !== undefined && new URL(apiBase).protocol !== 'https:') {
    problems.push('STRIPE_API_BASE must be an https address in production');
  }
  return {
    secretKey,
    publishableKey,
    webhookSecrets: webhookSecret.split(','),
    apiBase: apiBase ?? null,
  };
}
