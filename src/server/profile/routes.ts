import { showProfile as row } from '#contract/profile.ts';
import { route } from '../http/serve.ts';
import { showProfile } from './show-profile.ts';

export const profileRoutes = [route(row, showProfile)];
