// Shows, previews and saves the rules by which single cards get their prices. They are always saved as a whole (choice
// 300).
import * as rows from '#contract/singles-prices.ts';
import { difference } from '#domain/money.ts';
import {
  FIRST_RULES,
  type SinglePriceRule,
  type SinglePriceRulesVersion,
} from '#domain/single-price.ts';
import { inLongTransaction } from '#engine/database.ts';
import { saveVersion, type Versions } from '../../audit-log/save-version.ts';
import { assertGame } from '../../games/assert-game.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { listExamples, sumPreview } from '../price-by-rules-queries.ts';
import { findNewestRules, insertRules } from '../price-rules-queries.ts';
import { presentSingle } from './present-single.ts';
import { listSinglesById } from './singles-queries.ts';

const RULES: Versions<SinglePriceRulesVersion> = {
  findNewest: findNewestRules,
  action: 'change_price_rules',
  kind: 'price_rules',
  fields: ({ settings }) => settings,
};

const EXAMPLES = 10;

export const showPriceRules = handler(
  rows.showPriceRules,
  async ({ db }) => (await findNewestRules(db)) ?? FIRST_RULES,
);

/** Compares the prices of all the shop's cards under unsaved rules with those under the saved rules. */
export const previewPriceRules = handler(
  rows.previewPriceRules,
  async (context, _caller, { rules }) => {
    const { db } = context;
    assertGames(context, rules, 'rules');
    const saved = ((await findNewestRules(db)) ?? FIRST_RULES).settings.rules;
    const [sums, examples] = await inLongTransaction(db, async (tx) => [
      await sumPreview(tx, saved, rules),
      await listExamples(tx, saved, rules, EXAMPLES),
    ]);
    const singles = await listSinglesById(
      db,
      examples.map(({ id }) => id),
    );
    return {
      cards: sums.cards,
      byHand: sums.by_hand,
      before: { priced: sums.before_priced, sum: sums.before_sum },
      after: { priced: sums.after_priced, sum: sums.after_sum },
      change: difference(sums.after_sum, sums.before_sum),
      belowCost: sums.below_cost,
      examples: examples.map(({ before, after }, at) => ({
        single: presentSingle(context, singles[at]!),
        before,
        after,
      })),
    };
  },
);

/** Saves the rules, and enqueues the job that applies them to the cards on shelves. */
export const savePriceRules = handler(
  rows.savePriceRules,
  async (context, caller, { version, settings }) => {
    assertGames(context, settings.rules, 'settings.rules');
    const saved = await saveVersion(context, caller, RULES, {
      seen: version,
      first: FIRST_RULES,
      insert: (next) => insertRules(context.db, next, plain(settings.rules), caller.userId),
    });
    await context.queue.send(context.db, 'price-singles', {});
    return saved;
  },
);

function assertGames(context: Context, rules: SinglePriceRule[], path: string): void {
  for (const [at, { game }] of rules.entries()) assertGame(context, game, `${path}.${at}.game`);
}

const plain = (rules: SinglePriceRule[]): SinglePriceRule[] => rules.map((rule) => ({ ...rule }));
