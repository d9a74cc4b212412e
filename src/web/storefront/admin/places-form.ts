// The values that an operator types on the page of places, and their conversion to the endpoint's fields.
import type { PlacesForm, savePlaceSettings } from '#contract/storefront-places.ts';
import { salesPlaceProblem, SHOP_LANGUAGES } from '#domain/sales-places.ts';
import type * as z from 'zod/mini';
import type { FormFor } from '../../forms/endpoint-form.ts';
import type { Issue, Requested } from '../../forms/judge-typed.ts';

export type TypedPlace = {
  /** The code of the region. Empty if no region is chosen yet. */
  region: string;
  sales: 'open' | 'closed';
  /** The minimum age of buyers. If empty, the age check in the shop's settings decides. */
  leastAge: string;
  withdrawalDays: string;
  /** The codes of languages, separated by commas. */
  languages: string;
};

export type TypedPlaces = {
  sellsElsewhere: boolean;
  places: TypedPlace[];
  ships: 'tariff' | 'listed';
  /** The codes of countries, separated by commas. */
  shipsTo: string;
};

/** The form object that the page passes on to its sections. */
export type FormOf = { form: FormFor<typeof savePlaceSettings, TypedPlaces> };

export const NEW_PLACE: TypedPlace = {
  region: '',
  sales: 'open',
  leastAge: '',
  withdrawalDays: '0',
  languages: SHOP_LANGUAGES.join(', '),
};

/**
 * Converts settings to form values. `sellsElsewhere` is always false outside a demo, because only a demo shop can sell
 * in places that are not listed.
 */
export function typedOf(settings: PlacesForm, isDemo: boolean): TypedPlaces {
  return {
    sellsElsewhere: isDemo && settings.sellsElsewhere,
    places: settings.places.map((place) => ({
      region: place.region,
      sales: place.isOpen ? 'open' : 'closed',
      leastAge: String(place.leastAge ?? ''),
      withdrawalDays: String(place.withdrawalDays),
      languages: place.languages.join(', '),
    })),
    ships: settings.shipsElsewhere ? 'tariff' : 'listed',
    shipsTo: settings.shipsTo.join(', '),
  };
}

const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '');
/** Converts a typed number. An empty text becomes NaN, which the schema rejects. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

export function requestOf(
  typed: TypedPlaces,
  version: number,
): z.input<typeof savePlaceSettings.body> {
  const { sellsElsewhere, places, ships, shipsTo } = typed;
  return {
    version,
    settings: {
      sellsElsewhere,
      places: places.map(({ region, sales, leastAge, withdrawalDays, languages }) => ({
        region,
        isOpen: sales === 'open',
        leastAge: leastAge.trim() === '' ? null : Number(leastAge),
        withdrawalDays: numberOf(withdrawalDays),
        languages: wordsIn(languages.toLowerCase()),
      })),
      shipsElsewhere: ships === 'tariff',
      // While the field with the countries is hidden, no countries are sent, because nobody would see an error at that
      // field.
      shipsTo: ships === 'tariff' ? [] : wordsIn(shipsTo),
    },
  };
}

/** Applies the server's rule about a place. The endpoint's schema does not contain this rule. */
export function check({ settings }: Requested<typeof savePlaceSettings>): Issue[] {
  return settings.places.flatMap((place, at) => {
    const message = salesPlaceProblem(place);
    return message === null ? [] : [{ path: ['settings', 'places', at, 'languages'], message }];
  });
}

/** Returns the field that shows an error. An error about one word of a list belongs to the whole list's field. */
export function fieldOf([, name = '', at, field = '']: string[]): string[] {
  if (name !== 'places') return [name];
  return at === undefined ? ['places', 'root'] : ['places', at, field];
}
