// Handles operators' decisions about prices: they accept or reject a price that jumped, and set prices by hand
// (docs/product.md §4).
import * as rows from '#contract/prices-admin.ts';
import type { HeldPrice } from '#contract/prices-admin.ts';
import type { CatalogueCard } from '#contract/catalogue.ts';
import { paginationOf } from '#contract/paging.ts';
import { toCents } from '#domain/money.ts';
import { decimalOf } from '#domain/decimals.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntries, recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { revalueCards } from '../import-cards.ts';
import { refreshPotentialHits } from '../../catalogue/pack-type-facts-queries.ts';
import { presentCatalogueCard } from '../../catalogue/list-market-cards.ts';
import { insertPrices, type PriceToStore } from '../prices-queries.ts';
import { setPricesByHand } from '../set-prices-by-hand.ts';
import {
  listHeldPriceRows,
  lockHeldPrice,
  updateHeldPrice,
  type HeldPriceRow,
} from '../held-prices-queries.ts';
import { lockCatalogueCard, findCatalogueCard } from '../../catalogue/cards-queries.ts';

export const listHeldPrices = handler(
  rows.listHeldPrices,
  async ({ db }, _caller, { page, limit }) => {
    const { rows, total } = await listHeldPriceRows(db, limit, (page - 1) * limit);
    return { held: rows.map(presentHeld), pagination: paginationOf(total, page, limit) };
  },
);

/**
 * The price of each day needs its own decision, because a correct price of one day says nothing about the next day's
 * price.
 */
export const decideHeldPrice = handler(
  rows.decideHeldPrice,
  async (context, caller, { accept, ...key }) => {
    const { db } = context;
    const held = await lockHeldPrice(db, key);
    if (held === null) throw new Rejection('NOT_FOUND');
    if (held.state !== 'waiting') {
      throw new Rejection('INVALID_TRANSITION', 'Somebody has decided about this price already.');
    }
    const state = accept ? 'accepted' : 'refused';
    await updateHeldPrice(db, key, state, caller.userId);
    if (accept) await believe(context, held.price);
    await recordAuditEntry(context, caller, {
      action: accept ? 'accept_price' : 'refuse_price',
      subject: { kind: 'price', id: key.cardId },
      before: { state: 'waiting' },
      after: {
        state,
        source: key.source,
        observedOn: key.observedOn,
        amount: decimalOf(held.price.amountMinor),
        currency: held.price.currency,
      },
    });
    return showValued(context, key.cardId);
  },
);

/**
 * A price set by hand is stored as an additional price of the day. If a day has several such prices, the latest one
 * wins (choice 91).
 */
export const setCardPrice = handler(
  rows.setCardPrice,
  async (context, caller, { id, amount, reason }) => {
    const { db } = context;
    if (!(await lockCatalogueCard(db, id))) throw new Rejection('CARD_NOT_FOUND');
    const before = await findCatalogueCard(db, id);
    const entries = await setPricesByHand(context, [
      { cardId: id, before: before!.market_value, amount, reason },
    ]);
    await refreshPotentialHits(db);
    await recordAuditEntries(context, caller, entries);
    return showValued(context, id);
  },
);

async function believe({ db, config }: Context<Transaction>, price: PriceToStore): Promise<void> {
  await insertPrices(db, [price]);
  await revalueCards(db, [price.cardId], config);
  await refreshPotentialHits(db);
}

async function showValued(context: Context, cardId: string): Promise<CatalogueCard> {
  return presentCatalogueCard(context, (await findCatalogueCard(context.db, cardId))!);
}

function presentHeld(row: HeldPriceRow): HeldPrice {
  return {
    cardId: row.card_id,
    cardName: row.card_name,
    game: row.game,
    set_name: row.set_name,
    number: row.number,
    finish: row.finish,
    source: row.source,
    observedOn: row.observed_on,
    amount: toCents(row.amount_minor),
    before: toCents(row.before_minor),
    beforeOn: row.before_on,
    currency: row.currency,
  };
}
