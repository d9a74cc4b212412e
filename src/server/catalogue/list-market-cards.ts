import * as rows from '#contract/catalogue.ts';
import type { CatalogueCard } from '#contract/catalogue.ts';
import { cardPaginationOf } from '#contract/paging.ts';
import { isFoil } from '#domain/card.ts';
import { CURRENCY } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { cardImageUrl } from './art-urls.ts';
import { assertGame } from '../games/assert-game.ts';
import type { CatalogueCardRow } from './cards-queries.ts';
import { listCatalogueCards } from './search-cards-queries.ts';

/**
 * Lists the cards of the catalogue. If the request contains search words, the list has only cards
 * that match them.
 */
export const listMarketCards = handler(rows.listMarketCards, async (context, caller, input) => {
  const { page, pageSize, sortBy, sortOrder, game, setId } = input;
  assertGame(context, game);
  const isOwn = input.mine !== undefined || input.wished !== undefined;
  if (isOwn && caller === null) throw new Rejection('UNAUTHORIZED');
  const { rows, total, isAlike } = await listCatalogueCards(context.db, {
    game,
    setId,
    isInPacks: input.inPacks !== undefined,
    hasSingles: input.singles !== undefined,
    ownerId: input.mine === undefined ? undefined : caller?.userId,
    wisherId: input.wished === undefined ? undefined : caller?.userId,
    filter: input,
    sortBy,
    sortOrder,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return {
    cards: rows.map((card) => ({
      ...presentCatalogueCard(context, card),
      singleFrom: card.single_from,
    })),
    pagination: cardPaginationOf(total, page, pageSize),
    filters: { sortBy, sortOrder },
    currency: CURRENCY,
    exchangeRate: context.config.usdToCad,
    isAlike,
  };
});

/** A card of the catalogue as the API shows it. */
export function presentCatalogueCard(
  context: Pick<Context, 'config' | 'settings'>,
  card: CatalogueCardRow,
): CatalogueCard {
  const marketValue = card.market_value;
  return {
    id: card.id,
    name: card.name,
    game: card.game,
    set_id: card.set_id,
    set_name: card.set_name,
    number: card.number,
    rarity: card.rarity,
    nativeRarity: card.native_rarity,
    finish: card.finish,
    foil: isFoil(card.finish),
    image: cardImageUrl(context, card),
    price: marketValue,
    value: marketValue,
    marketValue,
    pricesAsOf: card.priced_on,
    status: 'active',
    createdAt: card.created_at,
    updatedAt: card.updated_at,
  };
}
