import type { Route } from '../http/verb.ts';
import { showConfig } from './show-config.ts';

export const storefrontRoutes: Route[] = [showConfig];
