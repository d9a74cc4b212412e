import { showOpening as row } from '#contract/opening.ts';
import { route } from '../http/serve.ts';
import { showOpening } from './show-opening.ts';

export const openingRoutes = [route(row, showOpening)];
