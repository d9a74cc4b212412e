// Serves the card that the sample pack on the home page turns over. The card comes from no pack:
// nobody wins it, and no pack is drawn.
import * as rows from '#contract/catalogue-sample.ts';
import { Rejection } from '#domain/rejection.ts';
import { sellPrice } from '#domain/sellback.ts';
import { handler } from '../http/handler.ts';
import { cardImageUrl } from './art-urls.ts';
import { findSampleCard } from './pack-type-facts-queries.ts';
import { listPackTypeRows } from './pack-types-queries.ts';

export const showSampleCard = handler(rows.showSampleCard, async (context, _caller, { id }) => {
  const { db } = context;
  const [[found], sample] = await Promise.all([
    listPackTypeRows(db, { id }),
    findSampleCard(db, id),
  ]);
  if (found === undefined) throw new Rejection('PACK_NOT_FOUND');
  if (sample === null) return { packTypeId: id, sample: null };
  return {
    packTypeId: id,
    sample: {
      card: {
        id: sample.id,
        name: sample.name,
        rarity: sample.rarity,
        finish: sample.finish,
        image: cardImageUrl(context, sample),
        value: sample.market_value,
        sellPrice: sellPrice(sample.market_value),
      },
      packs: sample.packs,
      better: sample.better,
    },
  };
});
