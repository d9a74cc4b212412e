// The typed values of the page of places, and their conversion to the endpoint's fields.
import type { PlacesForm, savePlaceSettings } from '#contract/storefront-places.ts';
import { salesPlaceProblem, SHOP_LANGUAGES } from '#domain/sales-places.ts';
import type * as z from 'zod/mini';
import type { FormFor } from '../../forms/endpoint-form.ts';
import type { Issue, Requested } from '../../forms/judge-typed.ts';

export type TypedPlace = {
  /** The code of the region; empty: not chosen yet. */
  region: string;
  sales: 'open' | 'closed';
  /** The minimum age; empty: the age from the settings' age check. */
  leastAge: string;
  withdrawalDays: string;
  /** Language codes, separated by commas. */
  languages: string;
};

export type TypedPlaces = {
  sellsElsewhere: boolean;
  places: TypedPlace[];
  ships: 'tariff' | 'listed';
  /** Country codes, separated by commas. */
  shipsTo: string;
};

/** The form object that the page passes to its sections. */
export type FormOf = { form: FormFor<typeof savePlaceSettings, TypedPlaces> };

export const NEW_PLACE: TypedPlace = {
  region: '',
  sales: 'open',
  leastAge: '',
  withdrawalDays: '0',
  languages: SHOP_LANGUAGES.join(', '),
};

/**
 * Settings as form values. `sellsElsewhere` is always false outside a demo, because only a demo can sell in unlisted
 * places.
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
/** Empty text becomes NaN, which the schema rejects. */
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
      // Empty while the field is hidden, because nobody would see an error there.
      shipsTo: ships === 'tariff' ? [] : wordsIn(shipsTo),
    },
  };
}

/** The server's rule about places, which comes after the endpoint's schema. */
export function check({ settings }: Requested<typeof savePlaceSettings>): Issue[] {
  return settings.places.flatMap((place, at) => {
    const message = salesPlaceProblem(place);
    return message === null ? [] : [{ path: ['settings', 'places', at, 'languages'], message }];
  });
}

/** An error about one word of a list is shown at the field of the whole list. */
export function fieldOf([, name = '', at, field = '']: string[]): string[] {
  if (name !== 'places') return [name];
  return at === undefined ? ['places', 'root'] : ['places', at, field];
}
