import { listPackTypes as listRow, showPackType as showRow } from '#contract/catalogue.ts';
import { route } from '../http/serve.ts';
import { listPackTypes, showPackType } from './list-pack-types.ts';

export const catalogueRoutes = [route(listRow, listPackTypes), route(showRow, showPackType)];
