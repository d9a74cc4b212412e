// Which taxes the shop takes: seen and saved as a whole, as its other settings are (choice 300).
import * as rows from '#contract/storefront-taxes.ts';
import type { TaxVersion } from '#domain/tax.ts';
import { saveVersion, type Versions } from '../audit-log/save-version.ts';
import { verb } from '../http/verb.ts';
import { findNewestTaxes, insertTaxes } from './tax-settings-queries.ts';

const TAXES: Versions<TaxVersion> = {
  findNewest: findNewestTaxes,
  action: 'change_taxes',
  kind: 'taxes',
  facts: ({ settings }) => settings,
};

export const showTaxSettings = verb(
  rows.showTaxSettings,
  async ({ db, settings }) => (await findNewestTaxes(db)) ?? settings.taxVersion(),
);

export const saveTaxSettings = verb(
  rows.saveTaxSettings,
  (context, caller, { version, settings }) =>
    saveVersion(context, caller, TAXES, {
      seen: version,
      first: context.settings.taxVersion(),
      insert: (next) => insertTaxes(context.db, next, settings, caller.userId),
    }),
);
