import * as rows from '#contract/catalogue.ts';
import { handler, type Route } from '../http/handler.ts';
import { listPackTypes, showOpenedPacks, showPackFacts, showPackType } from './list-pack-types.ts';
import { listMarketCards } from './list-market-cards.ts';
import {
  changePackTypes,
  listPackTypeChanges,
  undoPackTypeChange,
} from './admin/change-pack-types.ts';
import {
  exportPackTypes,
  listAdminPackTypes,
  showAdminPackType,
  listSets,
} from './admin/list-admin-pack-types.ts';
import { createPackType, changePack, changePackType } from './admin/edit-pack-types.ts';
import { putPackPicture, removePackPicture } from './admin/pack-picture.ts';
import { recommendPacks } from './recommend-packs.ts';
import { showSampleCard } from './show-sample-card.ts';

export const catalogueRoutes: Route[] = [
  listPackTypes,
  showPackType,
  showPackFacts,
  showOpenedPacks,
  showSampleCard,
  listMarketCards,
  handler(rows.searchCards, listMarketCards),
  listAdminPackTypes,
  exportPackTypes,
  listPackTypeChanges,
  showAdminPackType,
  createPackType,
  changePackTypes,
  undoPackTypeChange,
  changePack,
  changePackType,
  putPackPicture,
  removePackPicture,
  listSets,
  recommendPacks,
];
