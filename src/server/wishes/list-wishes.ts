import * as rows from '#contract/wishes.ts';
import { cardImageUrl, packImageUrl } from '../catalogue/art-urls.ts';
import { handler } from '../http/handler.ts';
import { listCardWishes, listMarks, listPackWishes } from './wishes-queries.ts';

export const listWishes = handler(rows.listWishes, async (context, { userId }) => {
  const { db } = context;
  const [cards, packs] = await Promise.all([
    listCardWishes(db, userId),
    listPackWishes(db, userId),
  ]);
  return {
    cards: cards.map((card) => ({
      cardId: card.id,
      name: card.name,
      game: card.game,
      setName: card.set_name,
      number: card.number,
      rarity: card.rarity,
      nativeRarity: card.native_rarity,
      finish: card.finish,
      image: cardImageUrl(context, card),
      marketValue: card.market_value,
      wishedAt: card.wished_at,
      toldAt: card.told_at,
      line:
        card.line === null
          ? null
          : { amount: card.line, isAbove: card.line_is_above === true, toldAt: card.line_told_at },
      canBeIn: card.can_be_in,
      singleFrom: card.single_from,
    })),
    packs: packs.map((pack) => ({
      packTypeId: pack.id,
      name: pack.name,
      image: packImageUrl(context, pack.id, pack.picture),
      price: pack.price,
      isForSale: pack.is_for_sale,
      wishedAt: pack.wished_at,
      toldAt: pack.told_at,
    })),
  };
});

export const listWishMarks = handler(rows.listWishMarks, ({ db }, { userId }) =>
  listMarks(db, userId),
);
