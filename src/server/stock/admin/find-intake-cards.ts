import * as rows from '#contract/stock-admin.ts';
import { cardImageUrl } from '../../catalogue/art-urls.ts';
import { setIdOf } from '../../catalogue/store-cards-queries.ts';
import { handler } from '../../http/handler.ts';
import { listNamedCards, listTypesForIntake } from './intake-queries.ts';

export const findIntakeCards = handler(
  rows.findIntakeCards,
  async (context, _caller, { packTypeId, set, number }) => {
    const { db } = context;
    const type = (await listTypesForIntake(db, [packTypeId])).get(packTypeId);
    if (type === undefined) return { cards: [] };
    const setId = setIdOf({ game: type.game, setCode: set });
    const found = await listNamedCards(db, setId, number);
    return {
      cards: found.map(({ card_id: cardId, native_rarity: nativeRarity, remote, ...card }) => ({
        ...card,
        cardId,
        nativeRarity,
        image: cardImageUrl(context, { id: cardId, remote }),
      })),
    };
  },
);
