import { IMPORT_KINDS, type ImportKind } from '#domain/import-file.ts';
import { idIn, pageIn, type Address } from '../lists/address-parts.ts';

export type ImportsSearch = {
  kind?: ImportKind;
  /** The import that is shown in place of the choice of a file. */
  id?: string;
  page?: number;
};

/** Reads `?kind=prices&id=...`. Unknown values are dropped. */
export function importsSearch(address: Address): ImportsSearch {
  const kind = IMPORT_KINDS.find((one) => one === address['kind']);
  return { ...(kind === undefined ? {} : { kind }), ...idIn(address), ...pageIn(address) };
}
