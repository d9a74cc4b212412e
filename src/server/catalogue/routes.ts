import * as rows from '#contract/catalogue.ts';
import { handler, type Route } from '../http/handler.ts';
import { listPackTypes, showOpenedPacks, showPackFacts, showPackType } from './list-pack-types.ts';
import { listMarketCards } from './list-market-cards.ts';
import { listAdminPackTypes, showAdminPackType, listSets } from './admin/list-admin-pack-types.ts';
import { createPackType, changePack, changePackType } from './admin/edit-pack-types.ts';
import { putPackPicture, removePackPicture } from './admin/pack-picture.ts';
import { recommendPacks } from './recommend-packs.ts';

export const catalogueRoutes: Route[] = [
  listPackTypes,
  showPackType,
  showPackFacts,
  showOpenedPacks,
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
  recommendPacks,
];
