// The shop's settings, such as its name, colour and contacts. All code that shows or sends any of these settings reads
// them here (docs/product.md §16).

import type { AgeCheck } from './age.ts';
import type { PictureForm } from './picture.ts';

/** The shop's pages on other sites, in the order of display. */
export const SOCIAL_SITES = ['twitter', 'facebook', 'instagram', 'youtube', 'discord'] as const;
export type SocialSite = (typeof SOCIAL_SITES)[number];

/** Statistics of the shop on the About page. */
export const FIGURES = ['packsOpened', 'cardsShipped', 'packsInStock'] as const;
export type Figure = (typeof FIGURES)[number];

/** The seller's number at a tax office, as printed on receipts, such as "GST/HST" and "12345 6789 RT0001". */
export type TaxNumber = { name: string; number: string };

/** The seller, as named at the checkout, on receipts and in mails. */
export type Seller = {
  /** The seller's legal name. Null if it is the shop's name. */
  legalName: string | null;
  /** The postal address, with a line break between its lines. Null if it is not set. */
  address: string | null;
  phone: string | null;
  /** The seller's e-mail address. Null if it is the shop's contact address. */
  email: string | null;
  /** The number under which the seller is registered as a business. */
  registration: string | null;
  /** The person who is responsible for personal data, with a name and how to reach them. */
  privacyOfficer: string | null;
  taxNumbers: TaxNumber[];
};

/** The shop's own logos, by picture name. If a logo is null, the drawn mark is used. */
export const LOGOS = ['light', 'dark', 'icon'] as const;
export type LogoKind = (typeof LOGOS)[number];
export const formOfLogo = (logo: LogoKind): PictureForm => (logo === 'icon' ? 'icon' : 'logo');

export type ShopSettings = {
  name: string;
  /** `#rrggbb`, in lower case. */
  colour: string;
  contactEmail: string;
  social: Record<SocialSite, string | null>;
  /** The sender of mails. If a part is null, it is the shop's name or its contact address. */
  mailFrom: { name: string | null; address: string | null };
  /** Whether amounts are written "CAD 25.00". If not, they are written "$25.00". */
  writesCurrency: boolean;
  /** First year of the copyright notice. */
  firstYear: number;
  /** The minimum count from which each figure is shown on About. Null if the figure is never shown. */
  figureFloors: Record<Figure, number | null>;
  seller: Seller;
  ageCheck: AgeCheck;
  logos: Record<LogoKind, string | null>;
};

/** A version of the settings. A stored version never changes. Version 0 is the default before the first save. */
export type SettingsVersion = { version: number; settings: ShopSettings; madeAt: Date | null };

export const SHOP_NAME_LENGTH_MAX = 40;
export const FIRST_YEAR_LEAST = 1900;
export const FIRST_YEAR_MOST = 2200;
export const FIGURE_FLOOR_MOST = 10_000;
export const SETTING_LENGTH_MAX = 300;
export const LEGAL_NAME_LENGTH_MAX = 120;
export const ADDRESS_LINES_MAX = 6;
export const TAX_NUMBERS_MAX = 6;
export const TAX_NUMBER_LENGTH_MAX = 60;

/**
 * A name needs a visible character. It must have no line breaks, no control characters, no characters that reverse
 * the surrounding text, and no characters that end an HTML element or an address in a mail header.
 */
export const SHOP_NAME_FORM =
  /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>"\\]+$/u;
export const COLOUR_FORM = /^#[0-9a-f]{6}$/;

/** The sender of mails, with defaults filled in. */
export function senderOf({ name, contactEmail, mailFrom }: ShopSettings) {
  return { name: mailFrom.name ?? name, address: mailFrom.address ?? contactEmail };
}

/** The initials of a name, such as "HC" for "Harbour Cards". */
export function initialsOf(name: string): string {
  const letters = name
    .normalize('NFD')
    .split(/[^\p{L}\p{M}\d]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .filter((letter) => /[A-Z\d]/.test(letter));
  return letters.slice(0, 3).join('') || 'R';
}
