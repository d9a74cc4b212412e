// Operators list, sum and export the shop's cards, and view one of them.
import * as rows from '#contract/singles-admin.ts';
import { COUNTED_MOST, paginationOf } from '#contract/paging.ts';
import { seesAmounts } from '#domain/access.ts';
import { csvLine } from '#domain/csv.ts';
import { HOUSE_CARD_WORDS } from '#domain/house-card-moves.ts';
import { HOUSE_CARD_STATES } from '#domain/house-card.ts';
import { ZERO } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  ageInDays,
  FIRST_RULES,
  numberOfRule,
  type SinglePriceRulesVersion,
} from '#domain/single-price.ts';
import { assertGame } from '../../games/assert-game.ts';
import { handler } from '../../http/handler.ts';
import { TextFile } from '../../http/text-file.ts';
import type { Context } from '../../runtime/context.ts';
import { findNewestRules } from '../price-rules-queries.ts';
import { findIntakeRecord, listMoves } from './desk-queries.ts';
import { sleeveNumberOf, presentSingle } from './present-single.ts';
import { findCountedSums, listCurrentSums } from './sums-queries.ts';
import {
  EXPORT_START,
  listSingleRows,
  listSinglesAfter,
  listSinglesById,
  type SingleFilters,
  type SingleRow,
} from './singles-queries.ts';

type Asked = { [Name in keyof SingleFilters]?: SingleFilters[Name] | undefined };

function filtersOf(
  context: Context,
  { state, game, setId, rarity, condition }: Asked,
): SingleFilters {
  assertGame(context, game);
  return {
    state: state ?? null,
    game: game ?? null,
    setId: setId || null,
    rarity: rarity ?? null,
    condition: condition ?? null,
  };
}

export const listSingles = handler(
  rows.listSingles,
  async (context, _caller, { page, limit, search, ...asked }) => {
    const { rows: found, sums } = await listSingleRows(
      context.db,
      filtersOf(context, asked),
      search || null,
      limit,
      (page - 1) * limit,
    );
    return {
      singles: found.map((row) => presentSingle(context, row)),
      pagination: paginationOf(sums.cards, page, limit),
      found: sums.cards < COUNTED_MOST ? sums : null,
    };
  },
);

/**
 * Sums the cards of each state. Summing a large stock takes too long for a request, so its sums are those of the job's
 * last run.
 */
export const sumSingles = handler(rows.sumSingles, async ({ db }) => {
  const counted = await findCountedSums(db);
  const sums = counted?.states ?? (await listCurrentSums(db));
  const byState = new Map(sums.map((one) => [one.state, one]));
  return {
    states: HOUSE_CARD_STATES.map(
      (state) => byState.get(state) ?? { state, cards: 0, paid: ZERO, market: ZERO },
    ),
    countedAt: counted?.countedAt ?? null,
  };
});

const COLUMNS = [
  'Card number',
  'State',
  'Name',
  'Set',
  'Number',
  'Game',
  'Rarity',
  'Finish',
  'Condition',
  'Label',
  'Shelf',
  'Came back',
  'Paid',
  'Market value',
  'Price',
  'Priced by hand',
  'Other shop',
  'Note',
];

/** The columns with amounts, which operators who only pack don't get. */
const AMOUNTS = ['Paid', 'Market value', 'Price'];

const ROWS_AT_ONCE = 1_000;

export const exportSingles = handler(rows.exportSingles, async (context, { rights }, asked) => {
  const { db } = context;
  const filters = filtersOf(context, asked);
  const withAmounts = seesAmounts(rights);
  async function* lines() {
    yield csvLine(COLUMNS.filter((name) => withAmounts || !AMOUNTS.includes(name)));
    let found = await listSinglesAfter(db, filters, EXPORT_START, ROWS_AT_ONCE);
    while (found.length > 0) {
      yield found.map((row) => lineOf(row, withAmounts)).join('');
      const last = found.at(-1)!;
      // oxlint-disable-next-line no-await-in-loop -- Each page begins after the last card of the previous page.
      found = await listSinglesAfter(db, filters, { at: last.cursor, id: last.id }, ROWS_AT_ONCE);
    }
  }
  return new TextFile(lines());
});

function lineOf(row: SingleRow, withAmounts: boolean): string {
  return csvLine([
    sleeveNumberOf(row),
    HOUSE_CARD_WORDS[row.state],
    row.name,
    row.set_name,
    row.number,
    row.game,
    row.rarity,
    row.finish,
    row.condition,
    row.label,
    row.shelf,
    row.came_at,
    ...(withAmounts
      ? [
          { amount: row.paid },
          { amount: row.market_value },
          row.price === null ? null : { amount: row.price },
        ]
      : []),
    row.price_by_hand ? 'yes' : null,
    row.listed_elsewhere,
    row.note,
  ]);
}

function ruleOf(row: SingleRow, { settings }: SinglePriceRulesVersion, now: Date): number | null {
  const copy = {
    ...row,
    setId: row.set_id,
    marketValue: row.market_value,
    ageDays: ageInDays(row.came_at.getTime(), now.getTime()),
  };
  return numberOfRule(settings.rules, copy, row.price);
}

export const showSingle = handler(rows.showSingle, async (context, _caller, { id }) => {
  const { db } = context;
  const [row] = await listSinglesById(db, [id]);
  if (row === undefined) throw new Rejection('NOT_FOUND');
  const [moves, record, rules] = await Promise.all([
    listMoves(db, id),
    findIntakeRecord(db, id),
    findNewestRules(db),
  ]);
  return {
    ...presentSingle(context, row),
    packId: row.pack_id,
    serial: record.serial,
    recordedCondition: record.condition,
    listedElsewhere: row.listed_elsewhere,
    note: row.note,
    priceRule: row.price_by_hand ? null : ruleOf(row, rules ?? FIRST_RULES, context.now()),
    earlierId: record.earlierId,
    moves: moves.map(({ order_id: orderId, ...move }) => ({ ...move, orderId })),
  };
});
