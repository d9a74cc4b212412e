// The shop's settings, for admins (docs/product.md §16).
import * as z from 'zod/mini';
import { AGE_LEAST, AGE_MOST } from '#domain/age.ts';
import { PROVINCE_CODES } from '#domain/region.ts';
import { colourProblem } from '#domain/brand-colour.ts';
import { isPlainAddress } from '#domain/email-address.ts';
import {
  ADDRESS_LINES_MAX,
  COLOUR_FORM,
  FIGURE_FLOOR_MOST,
  FIRST_YEAR_LEAST,
  FIRST_YEAR_MOST,
  LEGAL_NAME_LENGTH_MAX,
  LOGOS,
  SETTING_LENGTH_MAX,
  SHOP_NAME_FORM,
  SHOP_NAME_LENGTH_MAX,
  TAX_NUMBER_LENGTH_MAX,
  TAX_NUMBERS_MAX,
} from '#domain/shop-settings.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { PICTURE_BODY_BYTES_MAX, pictureField } from './uploads.ts';

const NAME_SIGNS = 'A name can be read, and has no line breaks and none of < > " \\';
const name = (what: string, lengthMax = SHOP_NAME_LENGTH_MAX) =>
  z.string(`${what} must be a text`).check(
    z.trim(),
    z.minLength(1, `${what} must not be empty`),
    z.maxLength(lengthMax, `${what} has at most ${lengthMax} signs`),
    // Uses a function instead of a pattern, because few clients of the OpenAPI document support Unicode character
    // classes.
    z.refine((name) => SHOP_NAME_FORM.test(name), { error: NAME_SIGNS }),
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

/** A brand colour. Text in this colour and text on it must be readable in both themes. */
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

/** The lines of a postal address, without empty lines and invisible characters. */
const postalAddress = z.string('The address must be a text').check(
  z.overwrite((text) =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
  ),
  z.minLength(1, 'The address must not be empty'),
  z.maxLength(SETTING_LENGTH_MAX, `The address has at most ${SETTING_LENGTH_MAX} signs`),
  z.refine((text) => text.split('\n').length <= ADDRESS_LINES_MAX, {
    error: `The address has at most ${ADDRESS_LINES_MAX} lines`,
  }),
  z.refine((text) => text.split('\n').every((line) => !/\p{Cc}/u.test(line)), {
    error: 'The address has a sign that can’t be read',
  }),
);

const taxNumber = z.object({
  name: name('The tax'),
  number: name('The number', TAX_NUMBER_LENGTH_MAX),
});

const seller = z.object({
  /** The seller's legal name. Null if it is the shop's name. */
  legalName: z.nullable(name('The seller', LEGAL_NAME_LENGTH_MAX)),
  /** The postal address. Each line of the text is one line of the address. */
  address: z.nullable(postalAddress),
  phone: z.nullable(name('The telephone number')),
  /** The seller's e-mail address. Null if it is the contact address. */
  email: z.nullable(address),
  /** The number of the seller's registration as a business. */
  registration: z.nullable(name('The registration', LEGAL_NAME_LENGTH_MAX)),
  /** The person who is responsible for personal data, and how to reach that person. */
  privacyOfficer: z.nullable(name('The privacy officer', LEGAL_NAME_LENGTH_MAX)),
  taxNumbers: z
    .array(taxNumber)
    .check(z.maxLength(TAX_NUMBERS_MAX, `At most ${TAX_NUMBERS_MAX} tax numbers`)),
});

const age = yearOrCount('An age', AGE_LEAST, AGE_MOST);
const ageCheck = z.object({
  isAsked: z.boolean('isAsked must be true or false'),
  /** The minimum age by the code of the province or territory. */
  provinces: z.record(z.enum(PROVINCE_CODES), age),
  elsewhere: age,
});

/** The names of uploaded pictures. Null stands for the built-in mark. */
const logos = z.object({
  light: z.nullable(z.string()),
  dark: z.nullable(z.string()),
  icon: z.nullable(z.string()),
});

/** The settings that are saved together. Logos are uploaded separately. */
const form = z.object({
  name: name('The name'),
  colour,
  contactEmail: address,
  social,
  /** The sender of mails. Null stands for the shop's name and contact address. */
  mailFrom,
  writesCurrency: z.boolean('writesCurrency must be true or false'),
  firstYear: yearOrCount('The first year', FIRST_YEAR_LEAST, FIRST_YEAR_MOST),
  /** The count from which the About page shows each figure. Null if the page never shows it. */
  figureFloors,
  /** The seller, for receipts and mails. */
  seller,
  /** The minimum age of buyers, and whether the shop asks for it. */
  ageCheck,
});
const settings = z.extend(form, { logos });
/** The settings in a request. Omitted settings stay as they are. */
const changed = z.extend(form, {
  /** A page of the previous version omits the newer fields. */
  seller: z.optional(
    z.extend(seller, {
      phone: z.optional(seller.def.shape.phone),
      email: z.optional(seller.def.shape.email),
      registration: z.optional(seller.def.shape.registration),
      privacyOfficer: z.optional(seller.def.shape.privacyOfficer),
    }),
  ),
  ageCheck: z.optional(ageCheck),
});

const version = yearOrCount('version', 0, 2_000_000_000);

const settingsVersion = z.object({
  /**
   * The number of the version. 0 if no settings were saved yet. The settings then come from the defaults and the
   * environment variables.
   */
  version,
  settings,
  madeAt: z.nullable(instant),
});
export type SettingsForm = z.output<typeof form>;
export type SavedSettings = z.output<typeof changed>;
export type ShownSettings = z.output<typeof settingsVersion>;

export const showShopSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  summary: "The shop's current settings.",
  audience: 'owner',
  repeat: 'none',
  reads: ['shop'],
  reply: settingsVersion,
  rejections: [],
});

export const saveShopSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  summary: "Saves the shop's settings, unless somebody has saved since `version`.",
  audience: 'owner',
  repeat: 'keyed',
  changes: ['shop', 'audit-log'],
  body: z.extend(changed, {
    /** The version that the changes are based on. */
    version,
  }),
  reply: settingsVersion,
  rejections: ['CHANGED_MEANWHILE'],
});

const logo = z.enum(LOGOS, 'logo must be light, dark or icon');

export const putLogo = endpoint({
  method: 'PUT',
  path: '/admin/settings/logos/{logo}',
  summary:
    'Sets the logo on light or on dark ground, or the icon (square, 512 px or more): JPEG, PNG or WebP, re-encoded.',
  audience: 'owner',
  repeat: 'natural',
  changes: ['shop', 'audit-log'],
  params: z.object({ logo }),
  body: z.object({ picture: pictureField }),
  bodyBytesMax: PICTURE_BODY_BYTES_MAX,
  reply: settingsVersion,
  rejections: [],
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/admin/settings/logos/{logo}',
  summary: 'Removes a logo or the icon, so that the drawn mark is shown again.',
  audience: 'owner',
  repeat: 'natural',
  changes: ['shop', 'audit-log'],
  params: z.object({ logo }),
  reply: settingsVersion,
  rejections: [],
});

nameShapes({
  ShopSettings: settings,
  SettingsVersion: settingsVersion,
  SocialPages: social,
  MailSender: mailFrom,
  FigureFloors: figureFloors,
  Seller: seller,
  AgeCheck: ageCheck,
  ShopLogos: logos,
});
