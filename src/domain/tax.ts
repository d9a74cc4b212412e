// Decides which taxes a sale has, by its place of supply (docs/product.md §17). `tax-lines.ts` computes the amounts.
import { canadianRates, REGISTER_NAMES, type Register } from './canadian-taxes.ts';
import { Rejection } from './rejection.ts';
import { PROVINCE_CODES, provinceIn, regionOf, timeZoneOf, type Region } from './region.ts';
import type { TaxNumber } from './shop-settings.ts';
import type { TaxRate } from './tax-lines.ts';

/**
 * The source of a sale's taxes. With `flat`, there is one rate for all buyers. With `places`, the law of the place
 * decides (`canadian-taxes.ts`). With `stripe`, the shop asks a provider about each sale.
 */
export const TAX_RULES = ['flat', 'places', 'stripe'] as const;
export type TaxRule = (typeof TAX_RULES)[number];

/**
 * The place of supply of a pack that is opened and kept at the shop. It is either where the buyer lives, or where
 * the shop is. Each shop must decide itself which of the two it is (choice 311).
 */
export const SUPPLY_PLACES = ['buyer', 'seller'] as const;
export type SupplyPlace = (typeof SUPPLY_PLACES)[number];

/** The seller's registration for a tax: its number, and its first day (`2026-01-31`). */
export type Registration = { register: Register; number: string; since: string };

export type TaxSettings = {
  rule: TaxRule;
  /** The name of the tax with `flat`, and of the tax outside Canada. */
  flatName: string;
  flatRate: number;
  /** The rate outside Canada with `places`, because the table covers only Canada. */
  elsewhereRate: number;
  packsSuppliedAt: SupplyPlace;
  /** The region in which the shop is. */
  sellerRegion: Region | null;
  registrations: Registration[];
  /** The code of packs in the provider's list of tax codes, with `stripe`. */
  packTaxCode: string;
  parcelTaxCode: string;
};

/** The codes for general tangible goods and for shipping. Source: docs.stripe.com/tax/tax-codes. */
export const FIRST_TAX_CODES = { packTaxCode: 'txcd_99999999', parcelTaxCode: 'txcd_92010001' };
export const TAX_CODE_FORM = /^txcd_\d{8}$/;

/** A version of the tax settings. A stored version never changes. Version 0 is the default before the first save. */
export type TaxVersion = { version: number; settings: TaxSettings; madeAt: Date | null };

export const TAX_NAME_LENGTH_MAX = 20;
export const TAX_NUMBER_LENGTH_MAX = 40;
/** The highest rate that operators can enter, as a fraction. */
export const TAX_RATE_MOST = 0.3;

/** Whether a buyer's region must be known before packs can be paid for. */
export function needsRegionOfBuyer({ rule, packsSuppliedAt }: TaxSettings): boolean {
  return rule !== 'flat' && packsSuppliedAt === 'buyer';
}

/** The place whose taxes apply to packs. Null if it is not known yet, or if one rate applies to all buyers. */
function placeOfPacks(settings: TaxSettings, ofBuyer: Region | null): Region | null {
  if (settings.rule === 'flat') return null;
  return settings.packsSuppliedAt === 'seller' ? settings.sellerRegion : ofBuyer;
}

const days = new Map<string, Intl.DateTimeFormat>();

/** The local day of an instant in a region, such as `2026-11-23`. */
export function dayIn(region: Region | null, now: Date): string {
  const timeZone = timeZoneOf(region);
  let format = days.get(timeZone);
  if (format === undefined) {
    // Swedish dates have the form of ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    days.set(timeZone, format);
  }
  return format.format(now);
}

/**
 * The seller's taxes in a region at an instant, from the table. They are the taxes for which the seller is
 * registered, each from its first day on.
 */
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

/** One rate for all buyers. Empty if the rate is 0. */
export function flatRates(name: string, rate: number): TaxRate[] {
  return rate === 0 ? [] : [{ name, rate, account: 'house:tax' }];
}

/** The tax settings before the first save. They have one rate for all buyers, from the environment. */
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
 * The seller's tax numbers on a document issued at an instant, each number once. The registrations that are valid by
 * then come first (none with `flat`), followed by the settings' other numbers.
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

/** The goods that are taxed. They are packs, or a parcel's fee. */
export type TaxedGoods = 'packs' | 'parcel';

/**
 * A place as the tax provider receives it. In the United States the postal code decides. Elsewhere the region is
 * enough.
 */
export type TaxPlace = { region: Region; postalCode: string | null };

function taxPlace(region: Region, postalCode: string | null): TaxPlace {
  const isByCode = region.startsWith('US') && postalCode !== null && postalCode !== '';
  return { region, postalCode: isByCode ? postalCode : null };
}

/**
 * The taxes of a sale before its price is known. `region` is the region whose taxes apply, or null if one rate
 * applies to all buyers or the region is not known. `asked` is what to ask the provider that computes the taxes, or
 * null if `rates` decide.
 */
export type SaleTaxes = {
  rates: TaxRate[];
  region: Region | null;
  isKnown: boolean;
  asked: { place: TaxPlace; taxCode: string } | null;
};

/**
 * The taxes of packs now. `ofBuyer` is the buyer's region, or null if it is not known. `postalCode` is the buyer's
 * postal code, for a provider.
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

/** The taxes of a parcel's fee now. A flat rate applies only to packs, so with a flat rate parcels have no tax. */
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

/** Rejects with REGION_REQUIRED if the region whose taxes apply is not known. */
export function checkRegionKnown({ isKnown }: SaleTaxes): void {
  if (!isKnown) throw new Rejection('REGION_REQUIRED');
}

type ShownRate = { name: string; rate: number };

/**
 * The taxes of packs, as pages show them. `regions` has the rates by region, and `rates` applies to all other
 * buyers. If `regions` is null, `rates` applies to all buyers. `isAsked` is true if only a provider knows the taxes
 * of a sale.
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
    // This is an empty object and not null, so that pages still ask for the buyer's region.
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
