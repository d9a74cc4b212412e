// This shop's sources in another folder, to be changed there: a next version, or one that lacks something.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../..');

/** Copies the shop into `folder`, with `more` of its parts. */
export function copyShop(folder: string, more: string[] = []): void {
  for (const part of ['src', 'dist', 'package.json', ...more])
    cpSync(join(SOURCES, part), join(folder, part), { recursive: true });
  symlinkSync(join(SOURCES, 'node_modules'), join(folder, 'node_modules'));
}
