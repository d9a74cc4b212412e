import type { Route } from '../http/verb.ts';
import { listMyCards, showCollection, listExpiringCards } from './list-cards.ts';
import { showCard, showCardHistory } from './show-card.ts';
import { sellCard, sellCardsInBulk } from './sell-cards.ts';
import { convertCards } from './convert-cards.ts';
import { releaseCards, convertExpiredByHand, takeBackCards } from './admin/decide-locked-cards.ts';
import { listLockedCards } from './admin/list-locked-cards.ts';

export const collectionRoutes: Route[] = [
  listMyCards,
  showCollection,
  listExpiringCards,
  showCard,
  showCardHistory,
  sellCard,
  sellCardsInBulk,
  convertCards,
  releaseCards,
  convertExpiredByHand,
  takeBackCards,
  listLockedCards,
];
