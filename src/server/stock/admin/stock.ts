// Operators search for physical packs, take them off sale, and view their content.
import * as rows from '#contract/stock-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import type { StockedPack } from '#contract/stock-admin.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { PACK_STATE_WORDS } from '#domain/stock-words.ts';
import { isSomebodysSealed, type PackState } from '#domain/stock.ts';
import { csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { handler } from '../../http/handler.ts';
import { cardImageUrl } from '../../catalogue/art-urls.ts';
import { listPhotographs } from '../card-photographs-queries.ts';
import { listBrokenPacks } from '../physical-packs-queries.ts';
import { putPackBackOnSale, withdrawPackFromSale, isOfDrop } from '../places-queries.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, postgresError, type Database, type Transaction } from '#engine/database.ts';
import type { Context } from '../../runtime/context.ts';
import {
  findStockRow,
  listStockAfter,
  listStockRows,
  openSealedRecord,
  type StockFilters,
  type StockRow,
} from './physical-packs-queries.ts';

export const listStock = handler(
  rows.listStock,
  async (context, caller, { page, limit, sort = null, ...asked }) => {
    const { search } = asked;
    const { rows, total } = await listStockRows(
      context.db,
      filtersOf(asked),
      sort,
      limit,
      (page - 1) * limit,
    );
    if (search) await recordSerialsSeen(context, caller, rows, search);
    const packs = rows
      .map(presentStockedPack)
      .map((pack) =>
        search || !isSomebodysSealed(pack.state)
          ? pack
          : { ...pack, serial: null, certificationNumber: null },
      );
    return { packs, pagination: paginationOf(total, page, limit) };
  },
);

type Asked = { [Name in keyof StockFilters]?: StockFilters[Name] | undefined };

const filtersOf = ({ packTypeId, state, search }: Asked): StockFilters => ({
  packTypeId: packTypeId || null,
  state: state ?? null,
  search: search || null,
});

/** A serial or certification number in an exported file. It is left empty for sealed packs of users. */
const unsealed = (row: StockRow, number: string) => (isSomebodysSealed(row.state) ? null : number);

const COLUMNS: CsvColumns<(typeof rows.STOCK_COLUMNS)[number], StockRow> = {
  serial: { head: 'Serial', cell: (row) => unsealed(row, row.serial) },
  certification: {
    head: 'Certification',
    cell: (row) => unsealed(row, row.certification_number),
  },
  type: { head: 'Pack type', cell: (row) => row.pack_type_name },
  received: { head: 'Taken in', cell: (row) => row.received_at },
  state: { head: 'State', cell: (row) => PACK_STATE_WORDS[row.state] },
};

const ROWS_AT_ONCE = 1_000;

export const exportStock = handler(
  rows.exportStock,
  async (context, caller, { sort = null, columns, ...asked }) =>
    csvFile(COLUMNS, columns, async (after) => {
      const found = await listStockAfter(context.db, filtersOf(asked), sort, after, ROWS_AT_ONCE);
      // The numbers of a user's sealed pack are left out of the file. But a search that finds the pack still shows that
      // its number exists, so the search is recorded.
      if (asked.search) await recordSerialsSeen(context, caller, found, asked.search);
      return found;
    }),
);

/**
 * Records that an operator saw the serials of sealed packs that belong to users. `search` is the
 * text that the operator searched for.
 */
export async function recordSerialsSeen(
  context: Context,
  caller: Caller,
  rows: Pick<StockRow, 'id' | 'state'>[],
  search: string | null,
): Promise<void> {
  const seen = rows.filter(({ state }) => isSomebodysSealed(state)).map(({ id }) => id);
  const [first] = seen;
  if (first === undefined) return;
  await inTransaction(context.db, (db) =>
    recordAuditEntry({ ...context, db }, caller, {
      action: 'see_serials',
      subject: { kind: 'pack', id: first },
      after: { packs: seen, ...(search === null ? {} : { search }) },
    }),
  );
}

/**
 * Withdraws a pack. Rejects with INVALID_TRANSITION unless the pack is on sale. The odds are not
 * recounted, because their change would reveal the pack's content.
 */
export const withdrawPack = handler(rows.withdrawPack, async (context, caller, { id, reason }) => {
  const { db } = context;
  const isDone = await withdrawPackFromSale(db, id);
  return movePack(context, caller, { id, reason, isDone, from: 'available', to: 'withdrawn' });
});

/**
 * Puts a withdrawn pack back on sale. Rejects with INVALID_TRANSITION unless the pack is withdrawn,
 * matches its document, and satisfies the promises of its type.
 */
export const putPackBack = handler(rows.putPackBack, async (context, caller, { id, reason }) => {
  const { db } = context;
  const [broken] = await listBrokenPacks(db, [id]);
  if (broken !== undefined) {
    throw new Rejection('INVALID_TRANSITION', `Pack ${broken.serial} does not match its record`);
  }
  if (await isOfDrop(db, id)) {
    throw new Rejection('INVALID_TRANSITION', 'The public log has shown what it holds');
  }
  const from = await putPackBackOnSale(db, id).catch((error: unknown) => {
    // The database checks the promises, because only the database knows the pack's content.
    if (postgresError(error)?.constraint !== 'packs_keep_their_promises') throw error;
    throw new Rejection('INVALID_TRANSITION', 'It does not hold what its type now promises');
  });
  return movePack(context, caller, {
    id,
    reason,
    isDone: from !== null,
    from: from ?? 'withdrawn',
    to: 'available',
  });
});

type Move = { id: string; reason: string; isDone: boolean; from: PackState; to: PackState };

async function movePack(
  context: Context<Transaction>,
  caller: Caller,
  { id, reason, isDone, from, to }: Move,
): Promise<StockedPack> {
  const pack = await knownPack(context.db, id);
  if (!isDone) {
    const is = PACK_STATE_WORDS[pack.state].toLowerCase();
    const done = to === 'withdrawn' ? 'taken off sale' : 'put back on sale';
    throw new Rejection('INVALID_TRANSITION', `Pack ${pack.serial} can’t be ${done}: it is ${is}`);
  }
  await recordAuditEntry(context, caller, {
    action: to === 'withdrawn' ? 'withdraw_pack' : 'put_pack_back',
    subject: { kind: 'pack', id },
    before: { state: from },
    after: { state: pack.state, reason },
  });
  return presentStockedPack(pack);
}

export const lookIntoPack = handler(rows.lookIntoPack, async (context, caller, { id, reason }) => {
  const { db, origin } = context;
  const { ip, requestId } = origin;
  const cards = await openSealedRecord(db, {
    packId: id,
    sessionId: caller.sessionId,
    reason,
    ip,
    requestId,
  });
  if (cards.length === 0) {
    await knownPack(db, id);
    throw new Rejection('INVALID_TRANSITION', 'This pack is open: its cards are with its owner');
  }
  // The database returns photographs only for a withdrawn pack, after the access was recorded.
  const photographs = await listPhotographs(db, id);
  return {
    cards: cards.map(({ card_id: cardId, market_value: marketValue, remote, ...card }) => ({
      ...card,
      cardId,
      marketValue,
      image: cardImageUrl(context, {
        id: cardId,
        remote,
        photograph: photographs.get(card.position) ?? null,
      }),
    })),
  };
});

async function knownPack(db: Database, id: string): Promise<StockRow> {
  const pack = await findStockRow(db, id);
  if (pack === null) throw new Rejection('NOT_FOUND');
  return pack;
}

/** Presents a physical pack to operators. */
export function presentStockedPack(row: StockRow): StockedPack {
  return {
    id: row.id,
    packTypeId: row.pack_type_id,
    packTypeName: row.pack_type_name,
    serial: row.serial,
    certificationNumber: row.certification_number,
    state: row.state,
    awaitsDrop: row.awaits_drop,
    receivedAt: row.received_at,
  };
}
