import type { Route } from '../http/handler.ts';
import { exportMyCards, listMyCards, showCollection, listExpiringCards } from './list-cards.ts';
import { listMySets, showBinder } from './show-binder.ts';
import { showCard, showCardHistory } from './show-card.ts';
import { listOwnCopies } from './list-own-copies.ts';
import { askForRelease } from './ask-for-release.ts';
import { sellCard, sellCardsInBulk } from './sell-cards.ts';
import { convertCards } from './convert-cards.ts';
import { releaseCards, convertExpiredByHand, takeBackCards } from './admin/decide-locked-cards.ts';
import { listLockedCards } from './admin/list-locked-cards.ts';

export const collectionRoutes: Route[] = [
  listMyCards,
  exportMyCards,
  listMySets,
  showBinder,
  showCollection,
  listExpiringCards,
  showCard,
  showCardHistory,
  listOwnCopies,
  sellCard,
  sellCardsInBulk,
  convertCards,
  askForRelease,
  releaseCards,
  convertExpiredByHand,
  takeBackCards,
  listLockedCards,
];
