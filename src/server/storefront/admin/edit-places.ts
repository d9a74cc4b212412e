// Shows and saves the places where the shop sells and ships. They are always saved as a whole (choice 300).
import * as rows from '#contract/storefront-places.ts';
import {
  salesPlaceProblem,
  type SalesPlaces,
  type SalesPlacesVersion,
} from '#domain/sales-places.ts';
import { Rejection } from '#domain/rejection.ts';
import { saveVersion, type Versions } from '../../audit-log/save-version.ts';
import { handler } from '../../http/handler.ts';
import { findNewestPlaces, insertPlaces } from '../sales-places-queries.ts';

const PLACES: Versions<SalesPlacesVersion> = {
  findNewest: findNewestPlaces,
  action: 'change_places',
  kind: 'places',
  fields: ({ settings }) => settings,
};

export const showPlaces = handler(rows.showPlaces, async ({ settings }) => settings.salesPlaces());

export const showPlaceSettings = handler(
  rows.showPlaceSettings,
  async ({ db, settings }) => (await findNewestPlaces(db)) ?? settings.salesPlacesVersion(),
);

export const savePlaceSettings = handler(
  rows.savePlaceSettings,
  async (context, caller, { version, settings }) => {
    checkPlaces(settings, context.config.production);
    return saveVersion(context, caller, PLACES, {
      seen: version,
      first: context.settings.salesPlacesVersion(),
      insert: (next) => insertPlaces(context.db, next, settings, caller.userId),
    });
  },
);

function checkPlaces(settings: SalesPlaces, isProduction: boolean): void {
  if (settings.sellsElsewhere && isProduction) {
    throw Rejection.ofField(
      'settings.sellsElsewhere',
      'In production a shop sells in listed places alone',
    );
  }
  for (const [at, place] of settings.places.entries()) {
    const problem = salesPlaceProblem(place);
    if (problem !== null) throw Rejection.ofField(`settings.places.${at}.languages`, problem);
  }
}
