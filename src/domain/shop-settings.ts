// What an operator says of the shop: its name, its colour, how it is reached. Whoever shows or sends anything of it
// takes it from here (docs/product.md §16).

import type { AgeCheck } from './age.ts';
import type { PictureForm } from './picture.ts';

/** Where the shop is found elsewhere; in the order in which they are shown. */
export const SOCIAL_SITES = ['twitter', 'facebook', 'instagram', 'youtube', 'discord'] as const;
export type SocialSite = (typeof SOCIAL_SITES)[number];

/** What is counted of the shop on About. */
export const FIGURES = ['packsOpened', 'cardsShipped', 'packsInStock'] as const;
export type Figure = (typeof FIGURES)[number];

/** A number under which the seller is known to a tax office, as it stands on receipts: "GST/HST", "12345 6789 RT0001". */
export type TaxNumber = { name: string; number: string };

/** Who sells, as receipts and mails say it. */
type Seller = {
  /** Null: the shop's name. */
  legalName: string | null;
  /** The postal address, a line each; null: nobody has said it. */
  address: string | null;
  taxNumbers: TaxNumber[];
};

/** The shop's own pictures in the place of its drawn mark; names of pictures, null: the mark. */
export const LOGOS = ['light', 'dark', 'icon'] as const;
export type LogoKind = (typeof LOGOS)[number];
export const formOfLogo = (logo: LogoKind): PictureForm => (logo === 'icon' ? 'icon' : 'logo');

export type ShopSettings = {
  name: string;
  /** `#rrggbb`, in small letters. */
  colour: string;
  contactEmail: string;
  social: Record<SocialSite, string | null>;
  /** Who mails are from; null: the shop by its name, and its contact address. */
  mailFrom: { name: string | null; address: string | null };
  /** Whether amounts are written "CAD 25.00"; otherwise "$25.00". */
  writesCurrency: boolean;
  /** Of its copyright. */
  firstYear: number;
  /** From which count on each figure is shown on About; null: never. */
  figureFloors: Record<Figure, number | null>;
  seller: Seller;
  ageCheck: AgeCheck;
  logos: Record<LogoKind, string | null>;
};

/** One state of them. Versions are never changed; 0 is what holds before anybody has saved any. */
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
 * Something to be seen; and no line break, no control sign, nothing that turns the text around it to read backwards, nothing
 * that ends an element or an address in a header.
 */
export const SHOP_NAME_FORM =
  /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>"\\]+$/u;
export const COLOUR_FORM = /^#[0-9a-f]{6}$/;

/** Who mails are from, with nothing left open. */
export function senderOf({ name, contactEmail, mailFrom }: ShopSettings) {
  return { name: mailFrom.name ?? name, address: mailFrom.address ?? contactEmail };
}

/** The first letters of a name: "Harbour Cards" is "HC". */
export function initialsOf(name: string): string {
  const letters = name
    .normalize('NFD')
    .split(/[^\p{L}\p{M}\d]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .filter((letter) => /[A-Z\d]/.test(letter));
  return letters.slice(0, 3).join('') || 'R';
}
