import * as rows from '#contract/catalogue.ts';
import * as deskRows from '#contract/catalogue-desk.ts';
import * as priceRows from '#contract/price-desk.ts';
import * as stockRows from '#contract/stock.ts';
import { recommendPacks as recommendRow } from '#contract/suggestions.ts';
import { route } from '../http/serve.ts';
import { decideHeldPrice, listHeldPrices, setCardPrice } from './decide-prices.ts';
import { changePack, changePackType, createPackType } from './edit-pack-types.ts';
import { listDeskPackTypes, listSets, showDeskPackType } from './list-desk-pack-types.ts';
import { listMarketCards } from './list-market-cards.ts';
import { listPackTypes, showPackType } from './list-pack-types.ts';
import { putPackPicture, removePackPicture } from './pack-picture.ts';
import { listAvailablePacks, showPack } from './show-pack.ts';
import { listStock, lookIntoPack, putPackBack, withdrawPack } from './stock-desk.ts';
import { recommendPacks } from './recommend-packs.ts';
import { showCertification } from './show-certification.ts';
import { previewIntake, takeInStock } from './take-in-stock.ts';

export const catalogueRoutes = [
  route(rows.listPackTypes, listPackTypes),
  route(rows.showPackType, showPackType),
  route(rows.listAvailablePacks, listAvailablePacks),
  route(rows.showPack, showPack),
  route(rows.listMarketCards, listMarketCards),
  route(rows.searchCards, listMarketCards),
  route(deskRows.listDeskPackTypes, listDeskPackTypes),
  route(deskRows.showDeskPackType, showDeskPackType),
  route(deskRows.createPackType, createPackType),
  route(deskRows.changePack, changePack),
  route(deskRows.changePackType, changePackType),
  route(deskRows.putPackPicture, putPackPicture),
  route(deskRows.removePackPicture, removePackPicture),
  route(deskRows.listSets, listSets),
  route(priceRows.listHeldPrices, listHeldPrices),
  route(priceRows.decideHeldPrice, decideHeldPrice),
  route(priceRows.setCardPrice, setCardPrice),
  route(stockRows.previewIntake, previewIntake),
  route(stockRows.takeInPacks, takeInStock),
  route(stockRows.listStock, listStock),
  route(stockRows.withdrawPack, withdrawPack),
  route(stockRows.putPackBack, putPackBack),
  route(stockRows.lookIntoPack, lookIntoPack),
  route(rows.showCertification, showCertification),
  route(recommendRow, recommendPacks),
];
