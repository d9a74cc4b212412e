import type { Route } from '../http/handler.ts';
import { openPack, openPackByBody } from './open-pack.ts';
import { showOpening } from './show-opening.ts';
import { listCoveredPacks, uncoverPacks } from './uncover-packs.ts';

export const openingRoutes: Route[] = [
  openPack,
  openPackByBody,
  showOpening,
  listCoveredPacks,
  uncoverPacks,
];
