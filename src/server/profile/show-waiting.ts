import { EXPIRING_DAYS } from '#contract/collection.ts';
import * as rows from '#contract/profile-waiting.ts';
import { handler } from '../http/handler.ts';
import { countWishesThere } from '../wishes/wishes-queries.ts';
import { findWaiting } from './waiting-queries.ts';

export const showWaiting = handler(rows.showWaiting, async ({ db }, { userId }) => {
  const [waiting, wishesThere] = await Promise.all([
    findWaiting(db, userId, EXPIRING_DAYS),
    countWishesThere(db, userId),
  ]);
  const { newest_parcel: newest, ending_first_at: firstAt } = waiting;
  return {
    boughtPackTypeIds: waiting.bought,
    parcels: newest && {
      count: waiting.parcel_count,
      newestId: newest.id,
      status: newest.state,
    },
    sealedPacks: waiting.sealed_packs,
    coveredPacks: waiting.covered_packs,
    endingCards: firstAt && { count: waiting.ending_count, firstAt },
    wishesThere,
  };
});
