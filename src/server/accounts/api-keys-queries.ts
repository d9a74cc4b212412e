import type { KeyRight } from '#domain/access.ts';
import { statement, type Database } from '#engine/database.ts';

export type UsableKey = {
  rights: KeyRight[];
  /** Whether the key may be used from the address of this call. */
  is_allowed_here: boolean;
  /** Whether the last use was noted so long ago that this one is noted, too. */
  is_use_due: boolean;
};

/** Finds a key that is neither revoked nor past its end. Its secret has this hash. */
export async function findUsableKey(
  db: Database,
  key: { id: string; hash: string },
  address: string,
): Promise<UsableKey | null> {
  const [row] = await statement<UsableKey>(
    db,
    `select rights, networks = '{}' or $3::inet <<= any (networks) as is_allowed_here,
       last_used_at is null or ${IS_NOTED_LONG_AGO} as is_use_due
     from api_keys where id = $1 and hash = $2 and revoked_at is null and ends_at > shop_now()`,
    [key.id, key.hash, address],
  );
  return row ?? null;
}

/** Notes that a key was used, and from where. Of several calls at the same moment, one writes. */
export async function noteUseOfKey(db: Database, id: string, address: string): Promise<void> {
  await statement(
    db,
    `update api_keys set last_used_at = shop_now(), last_used_from = $2
     where id = $1 and (last_used_at is null or ${IS_NOTED_LONG_AGO})`,
    [id, address],
  );
}

/** A key may be called ten times a second, and operators ask for its last use by the day. */
const IS_NOTED_LONG_AGO = `last_used_at < shop_now() - interval '1 minute'`;
