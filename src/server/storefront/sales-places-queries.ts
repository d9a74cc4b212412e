import type { SalesPlace, SalesPlaces, SalesPlacesVersion } from '#domain/sales-places.ts';
import type { Database } from '#engine/database.ts';
import { insertVersion, versionsOf } from '../database/version-queries.ts';

type PlacesRow = {
  version: number;
  sells_elsewhere: boolean;
  places: SalesPlace[];
  ships_elsewhere: boolean;
  ships_to: string[];
  made_at: Date;
};

const SELECT = `select version, sells_elsewhere, places, ships_elsewhere, ships_to, made_at from sales_places`;

function versionOf(row: PlacesRow): SalesPlacesVersion {
  return {
    version: row.version,
    madeAt: row.made_at,
    settings: {
      sellsElsewhere: row.sells_elsewhere,
      places: row.places,
      shipsElsewhere: row.ships_elsewhere,
      shipsTo: row.ships_to,
    },
  };
}

export const { findNewest: findNewestPlaces } = versionsOf(SELECT, versionOf);

/**
 * Saves a version. Returns false if this version exists already. `madeById`: the operator, or null at the first start
 * of a server.
 */
export async function insertPlaces(
  db: Database,
  version: number,
  { sellsElsewhere, places, shipsElsewhere, shipsTo }: SalesPlaces,
  madeById: string | null,
): Promise<boolean> {
  return insertVersion(db, 'insert into sales_places', {
    version,
    sells_elsewhere: sellsElsewhere,
    places: JSON.stringify(places),
    ships_elsewhere: shipsElsewhere,
    ships_to: shipsTo,
    made_by_id: madeById,
  });
}
