// The shop's settings: environment variables, read and checked once at start (docs/product.md §12).
// Nothing else reads the environment.
import * as z from 'zod';
import { toCents, type Cents } from '#domain/money.ts';

const onOff = z.enum(['on', 'off'], 'must be on or off');
const rate = z.coerce
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(1, 'is a fraction: at most 1');
const positive = z.coerce.number('must be a number').positive('must be above 0');
const cad = z.coerce
  .number('must be an amount in CAD')
  .min(0, 'must not be negative')
  .transform((amount) => toCents(Math.round(amount * 100)));

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  APP_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO: onOff.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CLOCK_OFFSET_MS: z.coerce.number('must be a number of milliseconds').int().default(0),
  TAX_RATE: rate.default(0.08),
  CARD_FEE: cad.default(toCents(50)),
  FX_USD_CAD: positive.default(1.4),
  FX_EUR_CAD: positive.default(1.5),
  HIGH_VALUE_CAD: cad.default(toCents(2000)),
  PASSWORD_MIN: z.coerce
    .number('must be a number')
    .int()
    .min(6, 'must be at least 6')
    .max(64)
    .default(6),
  REQUIRE_VERIFIED_EMAIL: onOff.default('off'),
  RATE_LIMITS: onOff.default('on'),
  CONTACT_EMAIL: z.email('must be an e-mail address').default('hello@feltandfoil.test'),
  TWITTER_URL: z.url('must be an address').optional(),
  FACEBOOK_URL: z.url('must be an address').optional(),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(16).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of every setting, for `.env.example` and its test. */
export const SETTING_NAMES = Object.keys(schema.shape);

export type Config = {
  production: boolean;
  port: number;
  host: string;
  /** A Postgres server, or null for the embedded one in `dataDir`. */
  databaseUrl: string | null;
  /** Where the shop's own role signs in, if not by `databaseUrl` with a role option. */
  appDatabaseUrl: string | null;
  dataDir: string;
  demo: boolean;
  publicUrl: string;
  /** Null: made at the first start and kept in `dataDir`. Never null in production. */
  authSecret: string | null;
  clockOffsetMs: number;
  taxRate: number;
  cardFee: Cents;
  usdToCad: number;
  eurToCad: number;
  highValue: Cents;
  passwordLengthMin: number;
  requireVerifiedEmail: boolean;
  /** False: nobody is told RATE_LIMITED. */
  rateLimits: boolean;
  contactEmail: string;
  twitterUrl: string | null;
  facebookUrl: string | null;
  trustedProxies: number;
  logLevel: string;
};

/** Settings that cannot be used, one line a problem. The start stops on it. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  constructor(problems: string[]) {
    super(`These settings can't be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}

/** Reads settings from an environment. Throws ConfigProblem naming every bad one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as unset: that is how compose files and shells clear one.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    throw new ConfigProblem(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    );
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  const problems: string[] = [];
  if (production) {
    if (settings.AUTH_SECRET === undefined) problems.push('AUTH_SECRET is required in production');
    if (settings.PUBLIC_URL === undefined) problems.push('PUBLIC_URL is required in production');
    if (settings.DEMO === 'on') problems.push('DEMO is refused in production');
    if (settings.CLOCK_OFFSET_MS !== 0) problems.push('CLOCK_OFFSET_MS is refused in production');
    if (settings.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is refused in production');
  }
  if (settings.APP_DATABASE_URL !== undefined && settings.DATABASE_URL === undefined) {
    problems.push('APP_DATABASE_URL needs DATABASE_URL beside it');
  }
  if (problems.length > 0) throw new ConfigProblem(problems);

  const demoByDefault = settings.DATABASE_URL === undefined && !production;
  return {
    production,
    port: settings.PORT,
    host: settings.HOST,
    databaseUrl: settings.DATABASE_URL ?? null,
    appDatabaseUrl: settings.APP_DATABASE_URL ?? null,
    dataDir: settings.DATA_DIR,
    demo: settings.DEMO === undefined ? demoByDefault : settings.DEMO === 'on',
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    authSecret: settings.AUTH_SECRET ?? null,
    clockOffsetMs: settings.CLOCK_OFFSET_MS,
    taxRate: settings.TAX_RATE,
    cardFee: settings.CARD_FEE,
    usdToCad: settings.FX_USD_CAD,
    eurToCad: settings.FX_EUR_CAD,
    highValue: settings.HIGH_VALUE_CAD,
    passwordLengthMin: settings.PASSWORD_MIN,
    requireVerifiedEmail: settings.REQUIRE_VERIFIED_EMAIL === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    contactEmail: settings.CONTACT_EMAIL,
    twitterUrl: settings.TWITTER_URL ?? null,
    facebookUrl: settings.FACEBOOK_URL ?? null,
    trustedProxies: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
  };
}
