import type { Route } from '../http/handler.ts';
import { showAlerts, switchAlert } from './show-alerts.ts';

export const metricsRoutes: Route[] = [showAlerts, switchAlert];
