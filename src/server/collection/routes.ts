import * as rows from '#contract/collection.ts';
import { route } from '../http/serve.ts';
import { listMyCards, showCollection } from './list-cards.ts';
import { sellCard, sellCardsInBulk } from './sell-cards.ts';
import { showCard, showCardHistory } from './show-card.ts';

export const collectionRoutes = [
  route(rows.listMyCards, listMyCards),
  route(rows.showCollection, showCollection),
  route(rows.showCard, showCard),
  route(rows.showCardHistory, showCardHistory),
  route(rows.sellCard, sellCard),
  route(rows.sellCardsInBulk, sellCardsInBulk),
];
