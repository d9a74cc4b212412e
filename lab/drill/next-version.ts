// The version after this one, for an upgrade: the same with one migration more, which adds what only the new one knows.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from './places.ts';

const SOURCES = join(import.meta.dirname, '../..');

/** Makes it where the drill has its files. Returns its folder. */
export function makeNextVersion(): string {
  const folder = join(HOME, 'next-version');
  for (const part of ['src', 'dist', 'package.json'])
    cpSync(join(SOURCES, part), join(folder, part), { recursive: true });
  symlinkSync(join(SOURCES, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'src/server/database/migrations/9999_the-next-version.sql'),
    'alter table users add column next_version text;\n',
  );
  return folder;
}
