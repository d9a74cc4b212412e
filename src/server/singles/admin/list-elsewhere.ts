// Operators list singles in other shops. Such a copy can't be bought here until it is taken back.
import * as rows from '#contract/singles-elsewhere.ts';
import { LISTED_AT_ONCE_MAX } from '#contract/singles-elsewhere.ts';
import { csvLine } from '#domain/csv.ts';
import { listingCells } from '#domain/elsewhere-file.ts';
import { nameOfGame } from '#domain/game.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { assertGame } from '../../games/assert-game.ts';
import { handler } from '../../http/handler.ts';
import { TextFile } from '../../http/text-file.ts';
import type { Context } from '../../runtime/context.ts';
import { insertMoves } from '../moves-queries.ts';
import { findNumbered } from './desk-queries.ts';
import {
  countOnSale,
  listIdsElsewhere,
  listShops,
  moveBack,
  moveElsewhere,
  type ListingFilters,
} from './elsewhere-queries.ts';
import { sleeveNumberOf, presentSingle } from './present-single.ts';
import { listSinglesById, type SingleRow } from './singles-queries.ts';

type Asked = { [Name in keyof ListingFilters]?: ListingFilters[Name] | undefined };

function filtersOf(context: Context, { game, priceMin, priceMax }: Asked): ListingFilters {
  assertGame(context, game);
  return {
    game: game ?? null,
    priceMin: priceMin ?? null,
    priceMax: priceMax ?? null,
  };
}

export const listElsewhere = handler(rows.listElsewhere, async (context, _caller, asked) => {
  const { db } = context;
  const filters = filtersOf(context, asked);
  const [shops, found] = await Promise.all([
    listShops(db),
    countOnSale(db, filters, LISTED_AT_ONCE_MAX),
  ]);
  return { shops, found };
});

export const listSinglesElsewhere = handler(
  rows.listSinglesElsewhere,
  async (context, caller, { shop, singles, ...asked }) => {
    const { db } = context;
    const filters = filtersOf(context, asked);
    const found = await countOnSale(db, filters, LISTED_AT_ONCE_MAX);
    const ids =
      found.singles === singles ? await moveElsewhere(db, filters, shop, LISTED_AT_ONCE_MAX) : [];
    if (ids.length !== singles) throw new Rejection('CHANGED_MEANWHILE');
    await insertMoves(db, ids, caller.userId, { move: 'listed_elsewhere', detail: shop });
    const listed = await listSinglesById(db, ids);
    await recordAuditEntry(context, caller, {
      action: 'list_singles_elsewhere',
      subject: { kind: 'single', id: ids[0]! },
      after: { shop, cards: listed.map(sleeveNumberOf) },
    });
    return { listed: ids.length };
  },
);

export const takeBackFromElsewhere = handler(
  rows.takeBackFromElsewhere,
  async (context, caller, { shop, numbers }) => {
    const { db } = context;
    const wanted = numbers === undefined ? null : await findNumbered(db, numbers);
    const known = wanted?.flatMap(({ id }) => id ?? []) ?? null;
    const ids = await moveBack(db, shop, known, LISTED_AT_ONCE_MAX);
    if (ids.length === 0 || (wanted !== null && ids.length < new Set(known).size)) {
      throw new Rejection('NOT_FOUND', `${shop} does not list all of these`);
    }
    await insertMoves(db, ids, caller.userId, { move: 'put_back', detail: `Back from ${shop}` });
    const back = await listSinglesById(db, ids);
    await recordAuditEntry(context, caller, {
      action: 'take_singles_back',
      subject: { kind: 'single', id: ids[0]! },
      after: { shop, cards: back.map(sleeveNumberOf) },
    });
    return { back: ids.length };
  },
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const ROWS_AT_ONCE = 500;

export const exportElsewhere = handler(
  rows.exportElsewhere,
  async (context, _caller, { shop, form }) => {
    const { db } = context;
    async function* lines() {
      const [heads] = listingCells(form, []);
      yield csvLine(heads!);
      for (let after = FIRST_ID; ;) {
        // oxlint-disable-next-line no-await-in-loop -- Each page begins after the last id of the previous page.
        const ids = await listIdsElsewhere(db, shop, after, ROWS_AT_ONCE);
        if (ids.length === 0) return;
        // oxlint-disable-next-line no-await-in-loop
        const found = await listSinglesById(db, ids);
        const [, ...cells] = listingCells(
          form,
          found.map((row) => listedOf(context, row)),
        );
        yield cells.map((line) => csvLine(line)).join('');
        after = ids.at(-1)!;
      }
    }
    return new TextFile(lines());
  },
);

function listedOf(context: Context, row: SingleRow) {
  const { config, settings } = context;
  const single = presentSingle(context, row);
  return {
    ...single,
    game: nameOfGame(settings.games(), row.game),
    setName: single.set_name,
    price: row.price!,
    paid: row.paid,
    marketValue: row.market_value,
    image: new URL(single.image, config.publicUrl).href,
  };
}
