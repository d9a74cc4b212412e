import { AGES_OF_MAJORITY } from '#domain/age.ts';
import type { Province } from '#domain/region.ts';
import type { SettingsVersion, ShopSettings, TaxNumber } from '#domain/shop-settings.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { insertVersion, versionsOf } from '../database/version-queries.ts';

type SettingsRow = {
  version: number;
  name: string;
  colour: string;
  contact_email: string;
  twitter_url: string | null;
  facebook_url: string | null;
  instagram_url: string | null;
  youtube_url: string | null;
  discord_url: string | null;
  mail_from_name: string | null;
  mail_from_address: string | null;
  writes_currency: boolean;
  first_year: number;
  packs_opened_floor: number | null;
  cards_shipped_floor: number | null;
  packs_in_stock_floor: number | null;
  seller_name: string | null;
  seller_address: string | null;
  seller_phone: string | null;
  seller_email: string | null;
  seller_registration: string | null;
  privacy_officer: string | null;
  tax_numbers: TaxNumber[];
  asks_age: boolean;
  ages: Partial<Record<Province, number>>;
  age_elsewhere: number;
  logo_light: string | null;
  logo_dark: string | null;
  icon: string | null;
  made_at: Date;
};

const SELECT = `select version, name, colour, contact_email, twitter_url, facebook_url, instagram_url, youtube_url, discord_url,
  mail_from_name, mail_from_address, writes_currency, first_year, packs_opened_floor, cards_shipped_floor,
  packs_in_stock_floor, seller_name, seller_address,
  seller_phone, seller_email, seller_registration, privacy_officer, tax_numbers, asks_age, ages, age_elsewhere, logo_light, logo_dark, icon,
  made_at from shop_settings`;

function versionOf(row: SettingsRow): SettingsVersion {
  return {
    version: row.version,
    madeAt: row.made_at,
    settings: {
      name: row.name,
      colour: row.colour,
      contactEmail: row.contact_email,
      social: {
        twitter: row.twitter_url,
        facebook: row.facebook_url,
        instagram: row.instagram_url,
        youtube: row.youtube_url,
        discord: row.discord_url,
      },
      mailFrom: { name: row.mail_from_name, address: row.mail_from_address },
      writesCurrency: row.writes_currency,
      firstYear: row.first_year,
      figureFloors: {
        packsOpened: row.packs_opened_floor,
        cardsShipped: row.cards_shipped_floor,
        packsInStock: row.packs_in_stock_floor,
      },
      seller: {
        legalName: row.seller_name,
        address: row.seller_address,
        phone: row.seller_phone,
        email: row.seller_email,
        registration: row.seller_registration,
        privacyOfficer: row.privacy_officer,
        taxNumbers: row.tax_numbers,
      },
      ageCheck: {
        isAsked: row.asks_age,
        provinces: { ...AGES_OF_MAJORITY, ...row.ages },
        elsewhere: row.age_elsewhere,
      },
      logos: { light: row.logo_light, dark: row.logo_dark, icon: row.icon },
    },
  };
}

export const { findNewest: findNewestSettings, findAt: findSettingsAt } = versionsOf(
  SELECT,
  versionOf,
);

/** Returns a value that changes with every save of the shop's settings. */
export async function findShopMark(db: Database): Promise<string> {
  const [row] = await statement<{ mark: string }>(
    db,
    `select coalesce(sum(changes), 0)::text as mark from shown_changes where pack_type_id = '/shop'`,
    [],
  );
  return row!.mark;
}

/** Saves a version. Returns false if another admin has already saved this version. */
export async function insertSettings(
  db: Transaction,
  version: number,
  settings: ShopSettings,
  madeById: string | null,
): Promise<boolean> {
  const { social, mailFrom, figureFloors, seller, ageCheck, logos } = settings;
  return insertVersion(db, 'insert into shop_settings', {
    version,
    name: settings.name,
    colour: settings.colour,
    contact_email: settings.contactEmail,
    twitter_url: social.twitter,
    facebook_url: social.facebook,
    instagram_url: social.instagram,
    youtube_url: social.youtube,
    discord_url: social.discord,
    mail_from_name: mailFrom.name,
    mail_from_address: mailFrom.address,
    writes_currency: settings.writesCurrency,
    first_year: settings.firstYear,
    packs_opened_floor: figureFloors.packsOpened,
    cards_shipped_floor: figureFloors.cardsShipped,
    packs_in_stock_floor: figureFloors.packsInStock,
    seller_name: seller.legalName,
    seller_address: seller.address,
    seller_phone: seller.phone,
    seller_email: seller.email,
    seller_registration: seller.registration,
    privacy_officer: seller.privacyOfficer,
    tax_numbers: JSON.stringify(seller.taxNumbers),
    asks_age: ageCheck.isAsked,
    ages: JSON.stringify(ageCheck.provinces),
    age_elsewhere: ageCheck.elsewhere,
    logo_light: logos.light,
    logo_dark: logos.dark,
    icon: logos.icon,
    made_by_id: madeById,
  });
}
