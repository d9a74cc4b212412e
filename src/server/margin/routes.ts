import type { Route } from '../http/handler.ts';
import { compareWeeks } from './compare-weeks.ts';
import { exportMargin, showMargin, showWorth } from './show-margin.ts';

export const marginRoutes: Route[] = [showMargin, compareWeeks, exportMargin, showWorth];
