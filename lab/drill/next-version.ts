// Makes the next version of the shop, for an upgrade. It is this version with one more migration, which adds a part
// that only the new version knows.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyShop } from '../kit/copy-shop.ts';
import { HOME } from './places.ts';

/** Creates the next version among the drill's files. Returns its folder. */
export function makeNextVersion(): string {
  const folder = join(HOME, 'next-version');
  copyShop(folder);
  writeFileSync(
    join(folder, 'src/server/migrations/9999_the-next-version.sql'),
    'alter table users add column next_version text;\n',
  );
  return folder;
}
