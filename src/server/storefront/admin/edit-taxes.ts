// Shows and saves the taxes that the shop charges. They are always saved as a whole (choice 300).
import * as rows from '#contract/storefront-taxes.ts';
import { Rejection } from '#domain/rejection.ts';
import type { TaxVersion } from '#domain/tax.ts';
import { saveVersion, type Versions } from '../../audit-log/save-version.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { describeProblem } from '../../taxes/quote-taxes.ts';
import { findNewestTaxes, insertTaxes } from '../tax-settings-queries.ts';

const TAXES: Versions<TaxVersion> = {
  findNewest: findNewestTaxes,
  action: 'change_taxes',
  kind: 'taxes',
  fields: ({ settings }) => settings,
};

export const showTaxSettings = handler(
  rows.showTaxSettings,
  async ({ db, settings }) => (await findNewestTaxes(db)) ?? settings.taxVersion(),
);

export const saveTaxSettings = handler(rows.saveTaxSettings, {
  before: {
    isDue: async (_context, _userId, { settings }) => settings.rule === 'stripe',
    run: (context) => checkProvider(context),
  },
  answer: (context, caller, { version, settings }) =>
    saveVersion(context, caller, TAXES, {
      seen: version,
      first: context.settings.taxVersion(),
      insert: (next) => insertTaxes(context.db, next, settings, caller.userId),
    }),
});

/**
 * Rejects the rule that uses the tax provider if the provider can't calculate, because nothing could be sold with that
 * rule.
 */
async function checkProvider({ taxProvider, log }: Context): Promise<void> {
  if (taxProvider === null) {
    throw Rejection.ofField('settings.rule', 'Set up Stripe first: this shop has no key of it');
  }
  let problem: string | null;
  try {
    problem = await taxProvider.problem();
  } catch (error) {
    log.error(
      { event: 'tax_provider_unreachable', err: error },
      'Could not reach the tax provider: refused to save the settings that use it',
    );
    problem = describeProblem(error)[1];
  }
  if (problem !== null) throw Rejection.ofField('settings.rule', problem);
}
