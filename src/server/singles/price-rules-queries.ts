// Queries of the rules by which single cards get their prices.
import type { SinglePriceRule, SinglePriceRulesVersion } from '#domain/single-price.ts';
import type { Database } from '#engine/database.ts';
import { insertVersion, versionsOf } from '../database/version-queries.ts';

type RulesRow = { version: number; rules: SinglePriceRule[]; made_at: Date };

function versionOf({ version, rules, made_at: madeAt }: RulesRow): SinglePriceRulesVersion {
  return { version, settings: { rules }, madeAt };
}

export const { findNewest: findNewestRules } = versionsOf(
  'select version, rules, made_at from single_price_rules',
  versionOf,
);

/** Saves a version. Returns false if this version exists already. */
export async function insertRules(
  db: Database,
  version: number,
  rules: SinglePriceRule[],
  madeById: string,
): Promise<boolean> {
  return insertVersion(db, 'insert into single_price_rules', {
    version,
    rules: JSON.stringify(rules),
    made_by_id: madeById,
  });
}
