// Shows the collection over time: its value, the money paid for it, and the money that came back.
import * as rows from '#contract/profile-worth.ts';
import { collectionMoney, worthByDay } from '#domain/collection-worth.ts';
import {
  listCardWorthChanges,
  listLastDays,
  listPackResults,
  listSealedWorthChanges,
} from '../collection/worth-queries.ts';
import { handler } from '../http/handler.ts';
import { sumAllDays } from '../wallet/transactions-queries.ts';

export const showCollectionWorth = handler(
  rows.showCollectionWorth,
  async ({ db, config }, { userId }, { days }) => {
    const dates = await listLastDays(db, Number(days));
    const [cards, sealed, packTypes, sums] = await Promise.all([
      listCardWorthChanges(db, userId, [dates[0]!, dates.at(-1)!], config),
      listSealedWorthChanges(db, userId),
      listPackResults(db, userId),
      sumAllDays(db, userId),
    ]);
    return {
      days: worthByDay(dates, [...cards, ...sealed], sums),
      packTypes,
      money: collectionMoney(sums),
    };
  },
);
