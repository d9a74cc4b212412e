// What is typed on the page of places, and what the shop takes of it.
import { savePlaceSettings, type PlacesForm } from '#contract/storefront-places.ts';
import { salesPlaceProblem, SHOP_LANGUAGES } from '#domain/sales-places.ts';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { judgeTyped } from '../../admin-kit/judge-typed.ts';

export type TypedPlace = {
  /** Empty: none is chosen yet. */
  region: string;
  sales: 'open' | 'closed';
  /** Empty: the age check's. */
  leastAge: string;
  withdrawalDays: string;
  /** Separated by commas. */
  languages: string;
};

export type TypedPlaces = {
  sellsElsewhere: boolean;
  places: TypedPlace[];
  ships: 'tariff' | 'listed';
  /** Countries, separated by commas. */
  shipsTo: string;
};

type Judged = z.output<typeof savePlaceSettings.body>;

/** The form, as its parts share it. */
export type FormOf = { form: UseFormReturn<TypedPlaces, unknown, Judged> };

export const NEW_PLACE: TypedPlace = {
  region: '',
  sales: 'open',
  leastAge: '',
  withdrawalDays: '0',
  languages: SHOP_LANGUAGES.join(', '),
};

/** A shop that is no demo can't sell in places that aren't listed, and doesn't ask about them. */
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
/** An empty field is no number: the schema refuses it. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

function sentOf(typed: TypedPlaces, version: number): z.input<typeof savePlaceSettings.body> {
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
      // The field is hidden then, and nobody would see an error in it.
      shipsTo: ships === 'tariff' ? [] : wordsIn(shipsTo),
    },
  };
}

/** By the schema, and by the rule that the server applies besides. */
function judge(typed: TypedPlaces, version: number) {
  const judged = savePlaceSettings.body.safeParse(sentOf(typed, version));
  if (!judged.success) return judged;
  const issues = judged.data.settings.places.flatMap((place, at) => {
    const message = salesPlaceProblem(place);
    return message === null ? [] : [{ path: ['settings', 'places', at, 'languages'], message }];
  });
  return issues.length === 0 ? judged : { success: false as const, error: { issues } };
}

/** `version`: what it was changed from. An error in one word of a list belongs to the field with all of them. */
export function judging(version: number): Resolver<TypedPlaces, unknown, Judged> {
  return judgeTyped(
    (typed) => judge(typed, version),
    ([, name = '', at, field = '']) => {
      if (name !== 'places') return [name];
      return at === undefined ? ['places', 'root'] : ['places', at, field];
    },
  );
}
