import {
  openPack as openRow,
  openPackByBody as openByBodyRow,
  showOpening as row,
} from '#contract/opening.ts';
import { route } from '../http/serve.ts';
import { openPack } from './open-pack.ts';
import { showOpening } from './show-opening.ts';

export const openingRoutes = [
  route(openRow, openPack),
  route(openByBodyRow, openPack),
  route(row, showOpening),
];
