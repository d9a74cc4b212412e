// Copies this shop's sources into another folder, where a test or benchmark changes them: to a next version, or to a
// shop that lacks a feature.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../..');

/** Copies the shop into `folder`, and the parts in `more` too. */
export function copyShop(folder: string, more: string[] = []): void {
  for (const part of ['src', 'dist', 'package.json', ...more])
    cpSync(join(SOURCES, part), join(folder, part), { recursive: true });
  symlinkSync(join(SOURCES, 'node_modules'), join(folder, 'node_modules'));
}
