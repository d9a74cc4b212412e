import type { Route } from '../http/handler.ts';
import { listAvailablePacks, showPack } from './show-pack.ts';
import { putCardPhotograph, removeCardPhotograph } from './admin/card-photographs.ts';
import { previewIntake, takeInPacks } from './admin/take-in-packs.ts';
import { findIntakeCards } from './admin/find-intake-cards.ts';
import { listTypesOfStock } from './admin/list-types-of-stock.ts';
import { listStock, exportStock, withdrawPack, putPackBack, lookIntoPack } from './admin/stock.ts';
import { listIntakeCosts, recordCosts } from './admin/record-costs.ts';
import { showCertification } from './show-certification.ts';

export const stockRoutes: Route[] = [
  listAvailablePacks,
  showPack,
  findIntakeCards,
  previewIntake,
  takeInPacks,
  listTypesOfStock,
  listStock,
  exportStock,
  withdrawPack,
  putPackBack,
  lookIntoPack,
  putCardPhotograph,
  removeCardPhotograph,
  listIntakeCosts,
  recordCosts,
  showCertification,
];
