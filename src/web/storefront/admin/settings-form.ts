// The values that an operator types on the settings page, and their conversion to the endpoint's fields.
import type { saveShopSettings, SettingsForm } from '#contract/storefront-admin.ts';
import { PROVINCE_CODES, type Province } from '#domain/region.ts';
import {
  FIGURES,
  SOCIAL_SITES,
  type Figure,
  type Seller,
  type SocialSite,
} from '#domain/shop-settings.ts';
import type { FormFor } from '../../forms/endpoint-form.ts';

type SellerField = keyof Seller;

export type Typed = {
  name: string;
  colour: string;
  contactEmail: string;
  social: Record<SocialSite, string>;
  mailFrom: { name: string; address: string };
  writesCurrency: boolean;
  firstYear: string;
  figureFloors: Record<Figure, string>;
  /**
   * The fields of the seller as text. `taxNumbers` has one line for each number, such as "GST/HST: 12345 6789 RT0001".
   */
  seller: Record<SellerField, string>;
  ageCheck: { isAsked: boolean; provinces: Record<Province, string>; elsewhere: string };
};

/** The form object that the page passes on to its sections. */
export type FormOf = { form: FormFor<typeof saveShopSettings, Typed> };

const each = <Name extends string, From, To>(
  names: readonly Name[],
  from: Record<Name, From>,
  to: (one: From) => To,
) => Object.fromEntries(names.map((name) => [name, to(from[name])])) as Record<Name, To>;

export function typedOf(settings: SettingsForm): Typed {
  return {
    ...settings,
    social: each(SOCIAL_SITES, settings.social, (page) => page ?? ''),
    mailFrom: {
      name: settings.mailFrom.name ?? '',
      address: settings.mailFrom.address ?? '',
    },
    firstYear: String(settings.firstYear),
    figureFloors: each(FIGURES, settings.figureFloors, (floor) => String(floor ?? '')),
    seller: {
      legalName: settings.seller.legalName ?? '',
      address: settings.seller.address ?? '',
      phone: settings.seller.phone ?? '',
      email: settings.seller.email ?? '',
      registration: settings.seller.registration ?? '',
      privacyOfficer: settings.seller.privacyOfficer ?? '',
      taxNumbers: settings.seller.taxNumbers
        .map(({ name, number }) => `${name}: ${number}`)
        .join('\n'),
    },
    ageCheck: {
      isAsked: settings.ageCheck.isAsked,
      provinces: each(PROVINCE_CODES, settings.ageCheck.provinces, String),
      elsewhere: String(settings.ageCheck.elsewhere),
    },
  };
}

/** Converts lines to tax numbers. A line without a colon gets no name, which the schema rejects with a message. */
function taxNumbersOf(lines: string) {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return { name: line.slice(0, Math.max(colon, 0)), number: line.slice(colon + 1) };
    });
}

/** Converts the typed values to the endpoint's fields. An empty optional field becomes null. */
export function settingsOf(typed: Typed) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    ...typed,
    social: each(SOCIAL_SITES, typed.social, orNull),
    mailFrom: { name: orNull(typed.mailFrom.name), address: orNull(typed.mailFrom.address) },
    firstYear: Number(typed.firstYear),
    figureFloors: each(FIGURES, typed.figureFloors, numberOf),
    seller: {
      legalName: orNull(typed.seller.legalName),
      address: orNull(typed.seller.address),
      phone: orNull(typed.seller.phone),
      email: orNull(typed.seller.email),
      registration: orNull(typed.seller.registration),
      privacyOfficer: orNull(typed.seller.privacyOfficer),
      taxNumbers: taxNumbersOf(typed.seller.taxNumbers),
    },
    ageCheck: {
      isAsked: typed.ageCheck.isAsked,
      provinces: each(PROVINCE_CODES, typed.ageCheck.provinces, Number),
      elsewhere: Number(typed.ageCheck.elsewhere),
    },
  };
}
