// Which taxes a sale takes, by where it is supplied (docs/product.md §17). What they come to is in `tax-lines.ts`.
import { canadianRates, REGISTER_NAMES, type Register } from './canadian-taxes.ts';
import { Rejection } from './rejection.ts';
import { PROVINCE_CODES, provinceIn, regionOf, timeZoneOf, type Region } from './region.ts';
import type { TaxNumber } from './shop-settings.ts';
import type { TaxRate } from './tax-lines.ts';

/**
 * Who says what a sale takes. `flat`: one rate wherever the buyer is. `places`: what the law of the place says
 * (`canadian-taxes.ts`). `stripe`: a provider, who is asked about each sale.
 */
export const TAX_RULES = ['flat', 'places', 'stripe'] as const;
export type TaxRule = (typeof TAX_RULES)[number];

/**
 * Where a pack is supplied that is opened and kept here: to the buyer where they live, or where the shop keeps it. The
 * shop's own question to answer (choice 311).
 */
export const SUPPLY_PLACES = ['buyer', 'seller'] as const;
export type SupplyPlace = (typeof SUPPLY_PLACES)[number];

/** That the seller takes a tax, under which number, from which day on (`2026-01-31`). */
export type Registration = { register: Register; number: string; since: string };

export type TaxSettings = {
  rule: TaxRule;
  /** What the tax of `flat`, and of places outside Canada, is called. */
  flatName: string;
  flatRate: number;
  /** With `places`, where the table says nothing: outside Canada. */
  elsewhereRate: number;
  packsSuppliedAt: SupplyPlace;
  /** Where the shop is. */
  sellerRegion: Region | null;
  registrations: Registration[];
  /** With `stripe`: what is sold, in its list of tax codes. */
  packTaxCode: string;
  parcelTaxCode: string;
};

/** General tangible goods, and shipping. Source: docs.stripe.com/tax/tax-codes. */
export const FIRST_TAX_CODES = { packTaxCode: 'txcd_99999999', parcelTaxCode: 'txcd_92010001' };
export const TAX_CODE_FORM = /^txcd_\d{8}$/;

/** One state of them. Versions are never changed; 0 is what holds before anybody has saved any. */
export type TaxVersion = { version: number; settings: TaxSettings; madeAt: Date | null };

export const TAX_NAME_LENGTH_MAX = 20;
export const TAX_NUMBER_LENGTH_MAX = 40;
/** The highest rate that can be typed, as a fraction. */
export const TAX_RATE_MOST = 0.3;

/** Whether a buyer's region has to be known before packs can be paid for. */
export function needsRegionOfBuyer({ rule, packsSuppliedAt }: TaxSettings): boolean {
  return rule !== 'flat' && packsSuppliedAt === 'buyer';
}

/** The place whose taxes packs take; null: it is not known yet, or there is one rate for all. */
function placeOfPacks(settings: TaxSettings, ofBuyer: Region | null): Region | null {
  if (settings.rule === 'flat') return null;
  return settings.packsSuppliedAt === 'seller' ? settings.sellerRegion : ofBuyer;
}

const days = new Map<string, Intl.DateTimeFormat>();

/** The day that it is at an instant where the tax is taken: `2026-11-23`. */
export function dayIn(region: Region | null, now: Date): string {
  const timeZone = timeZoneOf(region);
  let format = days.get(timeZone);
  if (format === undefined) {
    // The form of Sweden is that of ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    days.set(timeZone, format);
  }
  return format.format(now);
}

/** What a seller takes in a region at an instant by the table: taxes that they are registered for, each from its day on. */
function ratesInPlace(settings: TaxSettings, region: Region, now: Date): TaxRate[] {
  const province = provinceIn(region);
  if (province === null) return flatRates(settings.flatName, settings.elsewhereRate);
  const day = dayIn(region, now);
  const takes = (register: Register) =>
    settings.registrations.some((one) => one.register === register && one.since <= day);
  return canadianRates(province, day)
    .filter(({ register }) => takes(register))
    .map(({ name, rate, account }) => ({ name, rate, account }));
}

/** One rate for all; none where it is nothing. */
export function flatRates(name: string, rate: number): TaxRate[] {
  return rate === 0 ? [] : [{ name, rate, account: 'house:tax' }];
}

/** What holds before anybody has saved anything: one rate for all, which the environment says. */
export function firstTaxes(flatRate: number): TaxSettings {
  return {
    rule: 'flat',
    flatName: 'Tax',
    flatRate,
    elsewhereRate: 0,
    packsSuppliedAt: 'buyer',
    sellerRegion: null,
    registrations: [],
    ...FIRST_TAX_CODES,
  };
}

/**
 * The seller's tax numbers on what is issued at an instant: where taxes go by place, those under which they are registered by
 * then; and what else the settings say, each number once.
 */
export function taxNumbersOn(
  at: Date,
  { rule, sellerRegion, registrations }: TaxSettings,
  others: readonly TaxNumber[],
): TaxNumber[] {
  const day = dayIn(sellerRegion, at);
  const registered = rule === 'flat' ? [] : registrations.filter(({ since }) => since <= day);
  const own = registered.map(({ register, number }) => ({
    name: REGISTER_NAMES[register],
    number,
  }));
  const plain = ({ number }: TaxNumber) => number.replaceAll(/\W/g, '').toUpperCase();
  const known = new Set(own.map(plain));
  return [...own, ...others.filter((one) => !known.has(plain(one)))];
}

/** What a tax is taken on: packs, or a parcel's fee. */
export type TaxedGoods = 'packs' | 'parcel';

/** A place as far as a tax provider is told of it: in the United States by the ZIP code, elsewhere the region says enough. */
export type TaxPlace = { region: Region; postalCode: string | null };

function taxPlace(region: Region, postalCode: string | null): TaxPlace {
  const isByCode = region.startsWith('US') && postalCode !== null && postalCode !== '';
  return { region, postalCode: isByCode ? postalCode : null };
}

/**
 * The taxes of a sale before it is priced. `region`: whose they are; null: there is one rate for all, or it is not known.
 * `asked`: a provider says what they come to; null: the rates do.
 */
export type SaleTaxes = {
  rates: TaxRate[];
  region: Region | null;
  isKnown: boolean;
  asked: { place: TaxPlace; taxCode: string } | null;
};

/**
 * What packs take that somebody in a region buys now; null: nobody knows where they are. `postalCode`: theirs there, for a
 * provider.
 */
export function taxesOfPacks(
  settings: TaxSettings,
  ofBuyer: Region | null,
  now: Date,
  postalCode: string | null = null,
): SaleTaxes {
  const { rule, flatName, flatRate, packsSuppliedAt, packTaxCode } = settings;
  if (rule === 'flat') return sameForAll(flatRates(flatName, flatRate));
  const told = {
    postalCode: packsSuppliedAt === 'buyer' ? postalCode : null,
    taxCode: packTaxCode,
  };
  return taxesIn(settings, placeOfPacks(settings, ofBuyer), now, told);
}

function sameForAll(rates: TaxRate[]): SaleTaxes {
  return { rates, region: null, isKnown: true, asked: null };
}

/** What a parcel's fee takes that goes to an address now. One rate for all is a rate for packs: parcels take none. */
export function taxesOfParcel(
  settings: TaxSettings,
  address: { country: string | null; state: string | null; postalCode?: string | null },
  now: Date,
): SaleTaxes {
  if (settings.rule === 'flat') return sameForAll([]);
  const { postalCode = null } = address;
  return taxesIn(settings, regionOf(address), now, { postalCode, taxCode: settings.parcelTaxCode });
}

function taxesIn(
  settings: TaxSettings,
  region: Region | null,
  now: Date,
  { postalCode, taxCode }: { postalCode: string | null; taxCode: string },
): SaleTaxes {
  if (region === null) return { rates: [], region, isKnown: false, asked: null };
  if (settings.rule === 'stripe') {
    const asked = { place: taxPlace(region, postalCode), taxCode };
    return { rates: [], region, isKnown: true, asked };
  }
  return { rates: ratesInPlace(settings, region, now), region, isKnown: true, asked: null };
}

/** Rejects with REGION_REQUIRED while nobody knows whose taxes a sale takes. */
export function checkRegionKnown({ isKnown }: SaleTaxes): void {
  if (!isKnown) throw new Rejection('REGION_REQUIRED');
}

type ShownRate = { name: string; rate: number };

/**
 * What pages show of the taxes of packs: `regions` null where they are the same for all, else `rates` is of the others.
 * `isAsked`: nobody knows them before a provider was asked about a sale.
 */
export function shownTaxes(
  settings: TaxSettings,
  now: Date,
): {
  rates: ShownRate[];
  regions: Record<string, ShownRate[]> | null;
  ofParcels: boolean;
  isAsked: boolean;
} {
  if (settings.rule === 'stripe') {
    // Where the buyer's place counts, they are still asked for it.
    const regions = needsRegionOfBuyer(settings) ? {} : null;
    return { rates: [], regions, ofParcels: true, isAsked: true };
  }
  const shown = (region: Region | null): ShownRate[] =>
    taxesOfPacks(settings, region, now).rates.map(({ name, rate }) => ({ name, rate }));
  const ofParcels = settings.rule !== 'flat';
  if (!needsRegionOfBuyer(settings))
    return { rates: shown(null), regions: null, ofParcels, isAsked: false };
  const provinces = PROVINCE_CODES.map((code) => `CA-${code}`);
  return {
    rates: flatRates(settings.flatName, settings.elsewhereRate).map(({ name, rate }) => ({
      name,
      rate,
    })),
    regions: Object.fromEntries(provinces.map((region) => [region, shown(region)])),
    ofParcels,
    isAsked: false,
  };
}
