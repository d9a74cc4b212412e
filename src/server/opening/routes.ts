import * as rows from '#contract/opening.ts';
import { alias, type Route } from '../http/verb.ts';
import { openPack } from './open-pack.ts';
import { showOpening } from './show-opening.ts';

export const openingRoutes: Route[] = [openPack, alias(rows.openPackByBody, openPack), showOpening];
