import * as rows from '#contract/catalogue.ts';
import { route } from '../http/serve.ts';
import { listMarketCards } from './list-market-cards.ts';
import { listPackTypes, showPackType } from './list-pack-types.ts';
import { listAvailablePacks, showPack } from './show-pack.ts';

export const catalogueRoutes = [
  route(rows.listPackTypes, listPackTypes),
  route(rows.showPackType, showPackType),
  route(rows.listAvailablePacks, listAvailablePacks),
  route(rows.showPack, showPack),
  route(rows.listMarketCards, listMarketCards),
  route(rows.searchCards, listMarketCards),
];
