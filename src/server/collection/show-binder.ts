// Shows the collection as a binder: the user's sets, and a page of one set with an empty pocket for each missing card.
import * as rows from '#contract/collection.ts';
import { POCKETS } from '#contract/collection.ts';
import { cardPaginationOf } from '#contract/paging.ts';
import { handler } from '../http/handler.ts';
import { listOwnSets, listPockets } from './binder-queries.ts';
import { presentCardItem } from './list-cards.ts';
import { findCardItems } from './own-cards-queries.ts';

export const listMySets = handler(rows.listMySets, async ({ db }, { userId }) => ({
  sets: await listOwnSets(db, userId),
}));

export const showBinder = handler(
  rows.showBinder,
  async (context, { userId }, { setId, page: asked }) => {
    const found = await listPockets(context.db, userId, setId, asked ?? null);
    const { pockets, page, total, filledPages, onSale } = found;
    const items = await findCardItems(
      context.db,
      userId,
      pockets.flatMap(({ best_id: id }) => id ?? []),
    );
    const itemOf = new Map(items.map((item) => [item.id, presentCardItem(context, item)]));
    return {
      pockets: pockets.map((pocket) => ({
        catalogueCardId: pocket.card_id,
        name: pocket.name,
        number: pocket.number,
        rarity: pocket.rarity,
        item: (pocket.best_id !== null && itemOf.get(pocket.best_id)) || null,
        copies: pocket.copies,
        wasHad: pocket.was_had,
        sent: pocket.sent,
        single: pocket.single && {
          cardId: pocket.single.card_id,
          price: pocket.single.price,
          copies: pocket.single.copies,
        },
      })),
      pagination: cardPaginationOf(total, page, POCKETS),
      filledPages,
      onSale,
    };
  },
);
