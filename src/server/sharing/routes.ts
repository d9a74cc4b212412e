import type { Route } from '../http/handler.ts';
import { endPullOfUser, listPullsOfUser } from './admin/end-pulls.ts';
import { drawPull } from './draw-pull.ts';
import { endSharedPull, listSharedPulls, sharePull } from './share-pull.ts';

export const sharingRoutes: Route[] = [
  drawPull,
  listSharedPulls,
  sharePull,
  endSharedPull,
  listPullsOfUser,
  endPullOfUser,
];
