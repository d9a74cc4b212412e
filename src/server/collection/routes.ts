import * as rows from '#contract/collection.ts';
import { route } from '../http/serve.ts';
import { listMyCards } from './list-cards.ts';
import { sellCard } from './sell-cards.ts';

export const collectionRoutes = [
  route(rows.listMyCards, listMyCards),
  route(rows.sellCard, sellCard),
];
