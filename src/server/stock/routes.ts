import type { Route } from '../http/handler.ts';
import { listAvailablePacks, showPack } from './show-pack.ts';
import { putCardPhotograph, removeCardPhotograph } from './admin/card-photographs.ts';
import { previewIntake, takeInPacks } from './admin/take-in-packs.ts';
import { listStock, withdrawPack, putPackBack, lookIntoPack } from './admin/stock.ts';
import { showCertification } from './show-certification.ts';

export const stockRoutes: Route[] = [
  listAvailablePacks,
  showPack,
  previewIntake,
  takeInPacks,
  listStock,
  withdrawPack,
  putPackBack,
  lookIntoPack,
  putCardPhotograph,
  removeCardPhotograph,
  showCertification,
];
