import * as rows from '#contract/catalogue.ts';
import { handler, type Route } from '../http/handler.ts';
import { listPackTypes, showOpenedPacks, showPackFacts, showPackType } from './list-pack-types.ts';
import { listAvailablePacks, showPack } from './show-pack.ts';
import { showCardFacts, showCardShelf } from './show-card-facts.ts';
import { listMarketCards } from './list-market-cards.ts';
import { listAdminPackTypes, showAdminPackType, listSets } from './admin/list-admin-pack-types.ts';
import { createPackType, changePack, changePackType } from './admin/edit-pack-types.ts';
import { putCardPhotograph, removeCardPhotograph } from './admin/card-photographs.ts';
import { putPackPicture, removePackPicture } from './admin/pack-picture.ts';
import { listHeldPrices, decideHeldPrice, setCardPrice } from './admin/decide-prices.ts';
import { previewIntake, takeInPacks } from './admin/take-in-packs.ts';
import { listStock, withdrawPack, putPackBack, lookIntoPack } from './admin/stock.ts';
import { draftDrop, discardDrop } from './admin/draft-drop.ts';
import { listAdminDrops, listLoosePacks, showAdminDrop } from './admin/list-drops.ts';
import { openDrop, pauseDrop, closeDrop } from './admin/move-drop.ts';
import { publishDrop } from './admin/publish-drop.ts';
import {
  listDrops,
  showDrop,
  listCommitments,
  showContents,
  showDropHistory,
  showTicket,
} from './show-drop.ts';
import { provePlace } from './prove-place.ts';
import { showFairness } from './show-fairness.ts';
import { showCertification } from './show-certification.ts';
import { showPriceDay } from './show-price-day.ts';
import { recommendPacks } from './recommend-packs.ts';

export const catalogueRoutes: Route[] = [
  listPackTypes,
  showPackType,
  showPackFacts,
  showOpenedPacks,
  listAvailablePacks,
  showPack,
  showCardFacts,
  showCardShelf,
  listMarketCards,
  handler(rows.searchCards, listMarketCards),
  listAdminPackTypes,
  showAdminPackType,
  createPackType,
  changePack,
  changePackType,
  putPackPicture,
  removePackPicture,
  listSets,
  listHeldPrices,
  decideHeldPrice,
  setCardPrice,
  previewIntake,
  takeInPacks,
  listStock,
  withdrawPack,
  putPackBack,
  lookIntoPack,
  putCardPhotograph,
  removeCardPhotograph,
  showCertification,
  showPriceDay,
  recommendPacks,
  listDrops,
  showDrop,
  listCommitments,
  showContents,
  showDropHistory,
  showTicket,
  provePlace,
  showFairness,
  listAdminDrops,
  listLoosePacks,
  showAdminDrop,
  draftDrop,
  discardDrop,
  publishDrop,
  openDrop,
  pauseDrop,
  closeDrop,
];
