// Shows a user's notices, and marks them as read.
import { paginationOf } from '#contract/paging.ts';
import * as rows from '#contract/wishes.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import { handler } from '../http/handler.ts';
import { countNotices, listNoticesOf, markNoticesRead } from '../notices/notices-queries.ts';

export const listNotices = handler(
  rows.listNotices,
  async (context, { userId, rights }, { page, limit }) => {
    const { db, ports } = context;
    const conditions = ports.conditionsFor(rights);
    const [notices, { total, unread }] = await Promise.all([
      listNoticesOf(db, userId, conditions, limit, (page - 1) * limit),
      countNotices(db, userId, conditions),
    ]);
    return {
      notices: notices.map((notice) => ({
        id: notice.id,
        kind: notice.kind,
        packTypes: notice.pack_types,
        cards: notice.cards.map((card) => ({
          id: card.id,
          name: card.name,
          nativeRarity: card.native_rarity,
          finish: card.finish,
          image: cardImageUrl(context, card),
        })),
        cardCount: notice.card_count,
        line: notice.line,
        marketValue: notice.market_value,
        amount: notice.amount,
        subjectId: notice.subject_id,
        alert: notice.alert_words,
        madeAt: notice.made_at,
        readAt: notice.read_at,
      })),
      unread,
      pagination: paginationOf(total, page, limit),
    };
  },
);

export const readNotices = handler(
  rows.readNotices,
  async ({ db, ports }, { userId, rights }, { ids }) => {
    await markNoticesRead(db, userId, ids ?? null);
    return { unread: (await countNotices(db, userId, ports.conditionsFor(rights))).unread };
  },
);
