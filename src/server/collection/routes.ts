import * as rows from '#contract/collection.ts';
import { listLockedCards as lockedRow } from '#contract/shipping-desk.ts';
import { route } from '../http/serve.ts';
import { convertCards } from './convert-cards.ts';
import { convertExpiredByHand, releaseCards } from './decide-expired-cards.ts';
import { listExpiringCards, listMyCards, showCollection } from './list-cards.ts';
import { listLockedCards } from './list-locked-cards.ts';
import { sellCard, sellCardsInBulk } from './sell-cards.ts';
import { showCard, showCardHistory } from './show-card.ts';

export const collectionRoutes = [
  route(rows.listMyCards, listMyCards),
  route(rows.showCollection, showCollection),
  route(rows.listExpiringCards, listExpiringCards),
  route(rows.showCard, showCard),
  route(rows.showCardHistory, showCardHistory),
  route(rows.sellCard, sellCard),
  route(rows.sellCardsInBulk, sellCardsInBulk),
  route(rows.convertCards, convertCards),
  route(rows.releaseCards, releaseCards),
  route(rows.convertExpiredByHand, convertExpiredByHand),
  route(lockedRow, listLockedCards),
];
