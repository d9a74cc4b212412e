// Which taxes the shop takes: seen and saved as a whole, as its other settings are (choice 300).
import * as rows from '#contract/storefront-taxes.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { verb } from '../http/verb.ts';
import type { Context } from '../runtime/context.ts';
import { wordsOf } from '../taxes/tell-taxes.ts';
import { changesOf } from './changes-of.ts';
import { findNewestTaxes, insertTaxes } from './tax-settings-queries.ts';

export const showTaxSettings = verb(
  rows.showTaxSettings,
  async ({ db, settings }) => (await findNewestTaxes(db)) ?? settings.taxVersion(),
);

export const saveTaxSettings = verb(
  rows.saveTaxSettings,
  async (context, caller, { version, settings }) => {
    const { db } = context;
    const before = (await findNewestTaxes(db)) ?? context.settings.taxVersion();
    const isSeen = before.version === version;
    if (!isSeen || !(await insertTaxes(db, version + 1, settings, caller.userId)))
      throw new Rejection('CHANGED_MEANWHILE');
    const after = await findNewestTaxes(db);
    assert(after !== null, 'what was saved is there');
    const [was, is] = changesOf(before.settings, after.settings);
    await recordAuditEntry(context, caller, {
      action: 'change_taxes',
      subject: { kind: 'taxes', id: String(after.version) },
      before: was,
      after: is,
    });
    return after;
  },
  {
    isDue: async (_context, _userId, { settings }) => settings.rule === 'stripe',
    run: (context) => checkProvider(context),
  },
);

/** Nobody chooses a tax provider that could say nothing: then nothing could be sold. */
async function checkProvider({ taxProvider, log }: Context): Promise<void> {
  if (taxProvider === null) {
    throw Rejection.ofField('settings.rule', 'Set up Stripe first: this shop has no key of it');
  }
  let problem: string | null;
  try {
    problem = await taxProvider.problem();
  } catch (error) {
    log.error({ err: error }, 'The tax provider does not say whether it is ready');
    problem = wordsOf(error)[1];
  }
  if (problem !== null) throw Rejection.ofField('settings.rule', problem);
}
