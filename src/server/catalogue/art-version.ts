// The version of the drawings of cards and packs, which follow from the drawing code and from the
// games' styles (choice 1015).

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statement, type Database } from '#engine/database.ts';

const CODE_VERSION = hashOfCode(join(import.meta.dirname, '../../art'));

function hashOfCode(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) {
      hash.update(name).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest('base64url').slice(0, 8);
}

/** SQL of a hash of the styles of all games, for `artVersion`. */
export const STYLES_HASH = `(select left(md5(string_agg(id || style::text, ',' order by id)), 8) from games)`;

export function artVersion(stylesHash: string): string {
  return CODE_VERSION + stylesHash;
}

export async function findArtVersion(db: Database): Promise<string> {
  const [row] = await statement<{ styles: string }>(db, `select ${STYLES_HASH} as styles`, []);
  return artVersion(row!.styles);
}
