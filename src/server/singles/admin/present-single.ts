import type { Single } from '#contract/singles-admin.ts';
import { writeCardNumber } from '#domain/card-number.ts';
import { cardImageUrl } from '../../catalogue/art-urls.ts';
import type { Context } from '../../runtime/context.ts';
import type { SingleRow } from './singles-queries.ts';

/** Returns one of the shop's cards in the form for operators. */
export function presentSingle(
  context: Pick<Context, 'config' | 'settings'>,
  row: SingleRow,
): Single {
  return {
    id: row.id,
    cardNumber: sleeveNumberOf(row),
    cardId: row.card_id,
    name: row.name,
    set_name: row.set_name,
    number: row.number,
    game: row.game,
    rarity: row.rarity,
    finish: row.finish,
    image: cardImageUrl(context, {
      id: row.card_id,
      remote: row.remote,
      photograph: row.photograph,
    }),
    condition: row.condition,
    label: row.label,
    state: row.state,
    shelf: row.shelf,
    lastShelf: row.last_shelf,
    paid: row.paid,
    marketValue: row.market_value,
    price: row.price,
    isPricedByHand: row.price_by_hand,
    cameAt: row.came_at,
  };
}

/** The number on a card's sleeve. */
export function sleeveNumberOf(row: Pick<SingleRow, 'certification_number' | 'position'>): string {
  return writeCardNumber({ certification: row.certification_number, position: row.position });
}
