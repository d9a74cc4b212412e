// What an admin says of the shop (docs/product.md §16).
import * as z from 'zod/mini';
import { colourProblem } from '#domain/brand-colour.ts';
import { isPlainAddress } from '#domain/email-address.ts';
import {
  COLOUR_FORM,
  FIGURE_FLOOR_MOST,
  FIRST_YEAR_LEAST,
  FIRST_YEAR_MOST,
  SETTING_LENGTH_MAX,
  SHOP_NAME_FORM,
  SHOP_NAME_LENGTH_MAX,
} from '#domain/shop-settings.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const NAME_SIGNS = 'A name has no line breaks and none of < > " \\';
const name = (what: string) =>
  z
    .string(`${what} must be a text`)
    .check(
      z.trim(),
      z.minLength(1, `${what} must not be empty`),
      z.maxLength(SHOP_NAME_LENGTH_MAX, `${what} has at most ${SHOP_NAME_LENGTH_MAX} signs`),
      z.regex(SHOP_NAME_FORM, NAME_SIGNS),
    );
const address = z
  .string('An address must be a text')
  .check(
    z.trim(),
    z.maxLength(SETTING_LENGTH_MAX, 'This is too long'),
    z.regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'Enter an e-mail address'),
    z.refine(isPlainAddress, 'Enter an e-mail address'),
  );
const page = z
  .url({ protocol: /^https?$/, error: 'Enter a whole address, such as https://example.com/shop' })
  .check(z.maxLength(SETTING_LENGTH_MAX, 'This is too long'));
const yearOrCount = (what: string, least: number, most: number) => {
  const message = `${what} must be a whole number from ${least} to ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
};
const floor = z.nullable(yearOrCount('A floor', 0, FIGURE_FLOOR_MOST));

/** A brand colour, judged: what is written in it and on it must be readable in both themes. */
const colour = z
  .string('colour must be a text')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(COLOUR_FORM, 'Enter a colour such as #096244'),
    ({ value, issues }) => {
      const problem = COLOUR_FORM.test(value) ? colourProblem(value) : null;
      if (problem !== null) issues.push({ code: 'custom', input: value, message: problem });
    },
  );

const social = z.object({
  twitter: z.nullable(page),
  facebook: z.nullable(page),
  instagram: z.nullable(page),
  youtube: z.nullable(page),
  discord: z.nullable(page),
});
const mailFrom = z.object({ name: z.nullable(name('The sender')), address: z.nullable(address) });
const figureFloors = z.object({ packsOpened: floor, cardsShipped: floor, packsInStock: floor });

const settings = z.object({
  name: name('The name'),
  colour,
  contactEmail: address,
  social,
  /** Null: the shop's name, and its contact address. */
  mailFrom,
  writesCurrency: z.boolean('writesCurrency must be true or false'),
  firstYear: yearOrCount('The first year', FIRST_YEAR_LEAST, FIRST_YEAR_MOST),
  /** From which count on About shows each figure; null: never. */
  figureFloors,
});

const version = yearOrCount('version', 0, 2_000_000_000);

const settingsVersion = z.object({
  /** 0: nobody has saved any, and these are what the product and the environment say. */
  version,
  settings,
  madeAt: z.nullable(instant),
});
export type SettingsForm = z.output<typeof settings>;
export type ShownSettings = z.output<typeof settingsVersion>;

export const showShopSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  summary: 'What the shop says of itself, as it holds now.',
  audience: 'admin',
  repeat: 'none',
  reads: ['shop'],
  reply: settingsVersion,
  rejections: [],
});

export const saveShopSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  summary: 'Saves what the shop says of itself, unless somebody has since `version`.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  body: z.extend(settings, {
    /** The one that these settings were changed from. */
    version,
  }),
  reply: settingsVersion,
  rejections: ['CHANGED_MEANWHILE'],
});

nameShapes({
  ShopSettings: settings,
  SettingsVersion: settingsVersion,
  SocialPages: social,
  MailSender: mailFrom,
  FigureFloors: figureFloors,
});
