import type { Route } from '../http/verb.ts';
import { showConfig } from './show-config.ts';
import { showFigures } from './show-figures.ts';

export const storefrontRoutes: Route[] = [showConfig, showFigures];
