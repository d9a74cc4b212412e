// The version after this one, for an upgrade: the same with one migration more, which adds what only the new one knows.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyShop } from '../kit/copy-shop.ts';
import { HOME } from './places.ts';

/** Makes it where the drill has its files. Returns its folder. */
export function makeNextVersion(): string {
  const folder = join(HOME, 'next-version');
  copyShop(folder);
  writeFileSync(
    join(folder, 'src/server/migrations/9999_the-next-version.sql'),
    'alter table users add column next_version text;\n',
  );
  return folder;
}
