// The shop's tax settings, and totals of its taxes (docs/product.md §17).
import * as z from 'zod/mini';
import { REGISTERS } from '#domain/canadian-taxes.ts';
import { isPreciseRegion } from '#domain/region.ts';
import {
  FIRST_TAX_CODES,
  SUPPLY_PLACES,
  TAX_CODE_FORM,
  TAX_NAME_LENGTH_MAX,
  TAX_NUMBER_LENGTH_MAX,
  TAX_RATE_MOST,
  TAX_RULES,
} from '#domain/tax.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { version } from './settings-version.ts';

const RATE_MESSAGE = `A rate is a fraction from 0 to ${TAX_RATE_MOST}`;
/** A fraction of the price, such as 0.08, with at most six decimal places. */
const rate = z.number(RATE_MESSAGE).check(
  z.minimum(0, RATE_MESSAGE),
  z.maximum(TAX_RATE_MOST, RATE_MESSAGE),
  z.refine((value) => Number(value.toFixed(6)) === value, {
    error: 'A rate has at most four places of a percent',
  }),
);

/** A line without control characters and without angle brackets. */
const LINE_FORM = /^[^\p{Cc}<>]+$/u;
const line = (what: string, lengthMax: number) =>
  z
    .string(`${what} must be a text`)
    .check(
      z.trim(),
      z.minLength(1, `${what} must not be empty`),
      z.maxLength(lengthMax, `${what} has at most ${lengthMax} signs`),
      z.regex(LINE_FORM, `${what} has no line breaks and none of < >`),
    );

const registration = z.object({
  register: z.enum(REGISTERS, `register must be one of ${REGISTERS.join(', ')}`),
  number: line('A number', TAX_NUMBER_LENGTH_MAX),
  /** The first day on which the seller charges the tax, by the buyer's local date. */
  since: z.iso.date('Enter a day, such as 2026-01-31'),
});

const taxCode = (name: 'packTaxCode' | 'parcelTaxCode') => {
  const message = 'A tax code is txcd_ and eight digits';
  return z._default(
    z.string(message).check(z.trim(), z.regex(TAX_CODE_FORM, message)),
    FIRST_TAX_CODES[name],
  );
};

const settings = z
  .object({
    rule: z.enum(TAX_RULES, `rule must be one of ${TAX_RULES.join(', ')}`),
    /** The name of the tax with the rule `flat`, and of the tax outside Canada. */
    flatName: line('The name', TAX_NAME_LENGTH_MAX),
    flatRate: rate,
    /** The rate outside Canada, with the rule `places`. */
    elsewhereRate: rate,
    packsSuppliedAt: z.enum(SUPPLY_PLACES, 'packsSuppliedAt must be buyer or seller'),
    sellerRegion: z.nullable(
      z
        .string('sellerRegion must be a text')
        .check(
          z.trim(),
          z.toUpperCase(),
          z.refine(isPreciseRegion, { error: 'Choose a province of Canada, or a country' }),
        ),
    ),
    registrations: z.array(registration, 'registrations must be a list').check(
      z.maxLength(REGISTERS.length, 'Each tax is registered once'),
      z.refine((list) => new Set(list.map((one) => one.register)).size === list.length, {
        error: 'Each tax is registered once',
      }),
    ),
    /** Stripe's tax codes of packs and of parcels, with the rule `stripe`. */
    packTaxCode: taxCode('packTaxCode'),
    parcelTaxCode: taxCode('parcelTaxCode'),
  })
  .check(({ value, issues }) => {
    if (value.rule === 'flat' || value.packsSuppliedAt === 'buyer') return;
    if (value.sellerRegion !== null) return;
    const message = 'Say where the shop is: packs take the tax of that place';
    issues.push({ code: 'custom', input: null, path: ['sellerRegion'], message });
  });

const taxVersion = z.object({
  /**
   * The number of the version. 0 if no tax settings were saved yet. The environment's rate then applies to all
   * buyers.
   */
  version,
  settings,
  madeAt: z.nullable(instant),
});
export type TaxForm = z.output<typeof settings>;
export type ShownTaxes = z.output<typeof taxVersion>;

export const showTaxSettings = endpoint({
  method: 'GET',
  path: '/admin/taxes',
  summary: 'Which taxes the shop charges now.',
  audience: 'money',
  repeat: 'none',
  reads: ['shop'],
  reply: taxVersion,
  rejections: [],
});

export const saveTaxSettings = endpoint({
  method: 'PUT',
  path: '/admin/taxes',
  summary:
    'Saves which taxes the shop charges, unless somebody has saved since `version`. A tax provider is accepted only once it is ready.',
  audience: 'money',
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  body: z.object({
    /** The version that the changes are based on. */
    version,
    settings,
  }),
  reply: taxVersion,
  rejections: ['CHANGED_MEANWHILE'],
});

const taxProblem = z.object({
  /** The tax provider's own code, or one of `unreachable`, `unclear` and `not_set_up`. */
  code: z.string(),
  message: z.string(),
  times: z.int(),
  firstAt: instant,
  lastAt: instant,
});

const taxProvider = z.object({
  /** The tax provider that is set up. Null if none is set up. */
  name: z.nullable(z.string()),
  /**
   * How many sales were reported to the tax provider. `reversed` is the number of their refunds that were reported.
   */
  recorded: z.int(),
  reversed: z.int(),
  /** How many paid sales are not reported to the tax provider yet, and the time of the oldest one. */
  waiting: z.int(),
  waitingSince: z.nullable(instant),
  /** The tax provider's errors of the last 30 days, newest first. */
  problems: z.array(taxProblem),
});
export type ShownTaxProvider = z.output<typeof taxProvider>;

export const showTaxProvider = endpoint({
  method: 'GET',
  path: '/admin/taxes/provider',
  summary:
    "The provider that can calculate the taxes in place of the shop's own table, what it was sent, and what went wrong.",
  audience: 'money',
  repeat: 'none',
  reads: ['shop', 'transactions'],
  reply: taxProvider,
  rejections: [],
});

/** The maximum number of months in one report. */
const REPORT_MONTHS_MOST = 24;
const MONTH_FORM = /^\d{4}-(0[1-9]|1[0-2])$/;
const month = (name: string) => {
  const message = `${name} must be a month, such as 2026-01`;
  return z.string(message).check(z.regex(MONTH_FORM, message));
};
const monthsOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5));

export const exportTaxes = endpoint({
  method: 'GET',
  path: '/admin/taxes.csv',
  summary:
    'What was charged and refunded of each tax, by month and region, as CSV. Months are those of the place where the shop is.',
  audience: 'money',
  repeat: 'none',
  reads: ['transactions', 'shipments'],
  /** The period includes both months. */
  query: z
    .object({ from: month('from'), to: month('to') })
    .check(({ value: { from, to }, issues }) => {
      const count = monthsOf(to) - monthsOf(from) + 1;
      const message =
        count < 1
          ? 'to must not be before from'
          : count > REPORT_MONTHS_MOST
            ? `A report covers at most ${REPORT_MONTHS_MOST} months`
            : null;
      if (message !== null) issues.push({ code: 'custom', input: to, path: ['to'], message });
    }),
  file: 'text/csv',
  savedAs: 'taxes.csv',
  reply: z.string(),
  rejections: [],
});

nameShapes({
  TaxSettings: settings,
  TaxSettingsVersion: taxVersion,
  TaxRegistration: registration,
  TaxProblem: taxProblem,
  TaxProviderState: taxProvider,
});
