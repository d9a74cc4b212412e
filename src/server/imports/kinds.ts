import type { ImportKind } from '#domain/import-file.ts';
import { CARDS_KIND } from './cards-kind.ts';
import type { Kind } from './kind.ts';
import { PACKS_KIND } from './packs-kind.ts';
import { CATALOGUE_KIND, PRICES_KIND } from './pack-types-kind.ts';
import { PEOPLE_KIND } from './people-kind.ts';

export const KINDS: Record<ImportKind, Kind> = {
  catalogue: CATALOGUE_KIND,
  prices: PRICES_KIND,
  cards: CARDS_KIND,
  stock: PACKS_KIND,
  people: PEOPLE_KIND,
};
